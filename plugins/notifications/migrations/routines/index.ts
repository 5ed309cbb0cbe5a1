import type { Routine } from '@balcao/sdk/server';
import { freeEndpoint } from './free-endpoint.ts';

export const routines: readonly Routine[] = [freeEndpoint];
