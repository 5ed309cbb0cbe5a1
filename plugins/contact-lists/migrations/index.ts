import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { readByJob } from './0002-read-by-job.ts';
import { removedItem } from './0003-removed-item.ts';

export const migrations: readonly Migration[] = [tables, readByJob, removedItem];
