import { notFound } from '@balcao/sdk/server';
import type { TicketView } from '../../contract.ts';
import { withExtras } from '../list/ticket-list.ts';
import type { SignedIn } from '../reader.ts';
import { ticketView } from './find-ticket.ts';

/** Returns a ticket as this reader sees it, with the values of other plugins. */
export const showTicket = async (scope: SignedIn, id: number): Promise<TicketView> => {
  const view = await ticketView(scope, id, 'reader');
  const [ticket] = await withExtras(scope, view ? [view] : []);
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND');
  return ticket;
};
