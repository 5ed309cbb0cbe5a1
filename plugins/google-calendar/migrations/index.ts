import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { messages } from './0002-messages.ts';
import { hidden } from './0003-hidden.ts';
import { dueAnywhere } from './0004-due-anywhere.ts';

export const migrations: Migration[] = [tables, messages, hidden, dueAnywhere];
