import type { Routine } from '@balcao/sdk/server';
import { putMedia } from './put-media.ts';
import { remove } from './remove.ts';
import { save } from './save.ts';

export const routines: readonly Routine[] = [putMedia, remove, save];
