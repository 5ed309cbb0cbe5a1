import type { Routine } from '@balcao/sdk/server';
import { clearPerson } from './clear-person.ts';

export const impersonationRoutines: readonly Routine[] = [clearPerson];
