import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { models } from './0002-models.ts';
import { chats } from './0003-chats.ts';
import { texts } from './0004-texts.ts';
import { digests } from './0005-digests.ts';
import { transcriptParts } from './0006-transcript-parts.ts';
import { dueAnywhere } from './0007-due-anywhere.ts';

export const migrations: readonly Migration[] = [tables, models, chats, texts, digests, transcriptParts, dueAnywhere];
