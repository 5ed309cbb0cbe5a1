import type { Routine } from '@balcao/sdk/server';
import { publicTag } from './public-tag.ts';
import { publicTicketTag } from './public-ticket-tag.ts';

export const routines: readonly Routine[] = [publicTag, publicTicketTag];
