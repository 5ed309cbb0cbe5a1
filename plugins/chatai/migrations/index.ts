import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { models } from './0002-models.ts';

export const migrations: readonly Migration[] = [tables, models];
