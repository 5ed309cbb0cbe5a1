import type { Routine } from '@balcao/sdk/server';
import { holdFile } from './hold-file.ts';
import { leaveFile } from './leave-file.ts';
import { useFile } from './use-file.ts';

export const storageRoutines: readonly Routine[] = [holdFile, leaveFile, useFile];
