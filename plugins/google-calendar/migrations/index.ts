import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { messages } from './0002-messages.ts';

export const migrations: Migration[] = [tables, messages];
