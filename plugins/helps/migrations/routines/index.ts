import type { Routine } from '@balcao/sdk/server';
import { remove } from './remove.ts';
import { save } from './save.ts';

export const routines: readonly Routine[] = [remove, save];
