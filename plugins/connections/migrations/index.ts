import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { locked } from './0002-locked.ts';
import { importRequest } from './0003-import-request.ts';
import { openingAnywhere } from './0004-opening-anywhere.ts';

export const migrations: readonly Migration[] = [tables, locked, importRequest, openingAnywhere];
