import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { limits } from './0002-limits.ts';

export const migrations: readonly Migration[] = [tables, limits];
