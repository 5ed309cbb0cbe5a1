import type { Routine } from '@balcao/sdk/server';
import { publicEntry } from './public-entry.ts';

export const routines: readonly Routine[] = [publicEntry];
