import type { Routine } from '@balcao/sdk/server';
import { nameNobody } from './name-nobody.ts';

export const visitorRoutines: readonly Routine[] = [nameNobody];
