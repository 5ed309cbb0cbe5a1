import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { outside } from './0002-outside.ts';

export const migrations: Migration[] = [tables, outside];
