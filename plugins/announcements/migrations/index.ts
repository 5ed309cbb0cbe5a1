import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { publishedAt } from './0002-published-at.ts';

export const migrations: readonly Migration[] = [tables, publishedAt];
