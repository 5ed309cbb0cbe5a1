import type { Migration } from '@balcao/sdk/server';
import { tables } from './0001-tables.ts';
import { signUps } from './0002-sign-up.ts';

export const migrations: readonly Migration[] = [tables, signUps];
