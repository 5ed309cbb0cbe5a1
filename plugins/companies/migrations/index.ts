import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';

export const migrations: readonly Migration[] = [tables];
