import type { Routine } from '@balcao/sdk/server';
import { publicConnectionQueue } from './public-connection-queue.ts';
import { publicConnection } from './public-connection.ts';

export const routines: readonly Routine[] = [publicConnection, publicConnectionQueue];
