import type { Routine } from '@balcao/sdk/server';
import { publicEntry } from './public-entry.ts';
import { publicMessage } from './public-message.ts';

export const routines: readonly Routine[] = [publicEntry, publicMessage];
