import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { answers } from './0002-answers.ts';

export const migrations: Migration[] = [tables, answers];
