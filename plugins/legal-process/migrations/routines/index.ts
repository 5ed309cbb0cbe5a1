import type { Routine } from '@balcao/sdk/server';
import { hear } from './hear.ts';
import { publicCopy } from './public-copy.ts';
import { sourceFaults } from './source-faults.ts';
import { takeTurn } from './take-turn.ts';

export const routines: readonly Routine[] = [hear, publicCopy, sourceFaults, takeTurn];
