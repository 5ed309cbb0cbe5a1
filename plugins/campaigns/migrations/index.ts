import type { Migration, Routine } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { paceAndLeaving } from './0002-pace-and-leaving.ts';
import { lighterRecipients } from './0003-lighter-recipients.ts';
import { cancelled } from './0004-cancelled.ts';
import { neededList } from './0005-needed-list.ts';
import { dueAnywhere } from './0006-due-anywhere.ts';
import { advance } from './routines/advance.ts';
import { dddOf } from './routines/ddd-of.ts';
import { fold } from './routines/fold.ts';
import { freeze } from './routines/freeze.ts';
import { keyHash } from './routines/key-hash.ts';
import { preview } from './routines/preview.ts';
import { settle } from './routines/settle.ts';
import { take } from './routines/take.ts';
import { tallyChanges } from './routines/tally-changes.ts';

export const migrations: Migration[] = [tables, paceAndLeaving, lighterRecipients, cancelled, neededList, dueAnywhere];
export const routines: Routine[] = [advance, dddOf, fold, freeze, keyHash, preview, settle, take, tallyChanges];
