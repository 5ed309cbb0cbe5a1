import type { Routine } from '@balcao/sdk/server';
import { publicMember } from './public-member.ts';
import { publicQueue } from './public-queue.ts';

export const routines: readonly Routine[] = [publicQueue, publicMember];
