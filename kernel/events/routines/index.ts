import type { Routine } from '@balcao/sdk/server';
import { emit } from './emit.ts';
import { reportEmitted } from './report-emitted.ts';

export const eventRoutines: readonly Routine[] = [emit, reportEmitted];
