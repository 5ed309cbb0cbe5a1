import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { endedSessions } from './0002-ended-sessions.ts';

export const migrations: readonly Migration[] = [tables, endedSessions];
