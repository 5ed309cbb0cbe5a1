import type { Routine } from '@balcao/sdk/server';
import { publicCompany } from './public-company.ts';

export const routines: readonly Routine[] = [publicCompany];
