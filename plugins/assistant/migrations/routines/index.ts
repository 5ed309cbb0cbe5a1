import type { Routine } from '@balcao/sdk/server';
import { findChunks } from './find-chunks.ts';

export const routines: readonly Routine[] = [findChunks];
