import type { TicketListExtra } from '@balcao/tickets/contract';
import { tagsOf, tagsOfRows } from './ticket-tags.ts';

/** Loads the tags of a page's rows in one statement. */
export const tagsExtra: TicketListExtra = {
  id: 'tags',
  load: (ticketIds, scope) => tagsOf(scope, ticketIds),
  rows: tagsOfRows,
};
