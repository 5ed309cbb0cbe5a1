import type { Routine } from '@balcao/sdk/server';
import { blotHere } from './blot-here.ts';
import { blotted } from './blotted.ts';
import { keepChange } from './keep-change.ts';
import { note } from './note.ts';
import { noteAll } from './note-all.ts';
import { noteDeed } from './note-deed.ts';
import { noteHere } from './note-here.ts';
import { plainAddresses } from './plain-addresses.ts';
import { putNote } from './put-note.ts';
import { shownColumn } from './shown-column.ts';

export const auditRoutines: readonly Routine[] = [
  blotHere,
  blotted,
  keepChange,
  note,
  noteAll,
  noteDeed,
  noteHere,
  plainAddresses,
  putNote,
  shownColumn,
];
