import type { Routine } from '@balcao/sdk/server';
import { publicUser } from './public-user.ts';

export const routines: readonly Routine[] = [publicUser];
