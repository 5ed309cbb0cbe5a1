import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { imports } from './0002-import.ts';

export const migrations: readonly Migration[] = [tables, imports];
