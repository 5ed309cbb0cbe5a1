import type { Routine } from '@balcao/sdk/server';
import { removePlan } from './remove-plan.ts';
import { savePlan } from './save-plan.ts';

export const routines: readonly Routine[] = [removePlan, savePlan];
