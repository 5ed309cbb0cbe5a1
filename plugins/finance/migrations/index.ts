import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { dueAnywhere } from './0002-due-anywhere.ts';

export const migrations: readonly Migration[] = [tables, dueAnywhere];
