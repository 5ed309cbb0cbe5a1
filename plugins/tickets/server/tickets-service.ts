import type { Scope } from '@balcao/sdk/server';
import { ticketListRoom, type Tickets } from '../contract.ts';
import { withExtras } from './list/ticket-list.ts';
import { tellTicket } from './live/ticket-news.ts';
import { enqueue } from './message/enqueue.ts';
import { sendKept } from './message/say.ts';
import type { SignedIn } from './reader.ts';
import { setAutomaticService } from './rules/automation.ts';
import { route } from './rules/route.ts';
import { assertMayOpen, ticketById, ticketView } from './ticket/find-ticket.ts';

/** Conversations, for other plugins. */
export const ticketsService = (scope: Scope): Tickets => ({
  async find(id) {
    const view = await ticketView(scope, id, 'reader');
    return (await withExtras(scope, view ? [view] : []))[0];
  },
  async say(ticketId, body) {
    await enqueue(scope, { ticketId, userId: null, body });
  },
  send: (ticketId, message) => sendKept(scope, ticketId, message),
  setAutomaticService: (ticketId, on, by) => setAutomaticService(scope, ticketId, on, by),
  route: (ticketId, to) => route(scope, ticketId, to),
  async assertReadable(ticketId) {
    const row = await ticketById(scope, ticketId);
    if (scope.user) assertMayOpen(scope as SignedIn, row);
  },
  async touched(ticketId) {
    const view = await ticketView(scope, ticketId, 'live');
    if (view) await tellTicket(scope, view);
  },
  refiltered: (param) => scope.rooms.emit(ticketListRoom, { queueId: 0 }, 'refilter', { param }),
});
