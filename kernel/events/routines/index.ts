import type { Routine } from '@balcao/sdk/server';
import { emit } from './emit.ts';
import { noteEmitted } from './note-emitted.ts';

export const eventRoutines: readonly Routine[] = [emit, noteEmitted];
