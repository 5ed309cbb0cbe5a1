import type { Routine } from '@balcao/sdk/server';
import { companyOf } from './company-of.ts';
import { publicConnectionQueue } from './public-connection-queue.ts';
import { publicConnection } from './public-connection.ts';

export const routines: readonly Routine[] = [companyOf, publicConnectionQueue, publicConnection];
