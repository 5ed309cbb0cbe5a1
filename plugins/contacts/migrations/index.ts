import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { identify } from './0002-identify.ts';

export const migrations: readonly Migration[] = [tables, identify];
