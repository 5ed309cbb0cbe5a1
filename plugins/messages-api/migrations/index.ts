import type { Migration } from '@balcao/sdk/server';
import { init } from './0001-init.ts';
import { tries } from './0002-tries.ts';

export const migrations: readonly Migration[] = [init, tries];
