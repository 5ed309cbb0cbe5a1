import type { Migration } from '@balcao/sdk/server';
import { knowledge } from './0001-knowledge.ts';

export const migrations: readonly Migration[] = [knowledge];
