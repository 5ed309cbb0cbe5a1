import type { Migration } from '@balcao/sdk/server';
import { init } from './0001-init.ts';

export const migrations: readonly Migration[] = [init];
