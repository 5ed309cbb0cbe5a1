import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { shared } from './0002-shared.ts';
import { since } from './0003-since.ts';

export const migrations: readonly Migration[] = [tables, shared, since];
