import { sql, type Scope } from '@balcao/sdk/server';
import { ticketListRoom, type MessageView, type Tickets } from '../contract.ts';
import { withExtras } from './list/ticket-list.ts';
import { tellTicket } from './live/ticket-news.ts';
import { enqueue } from './message/enqueue.ts';
import { sendKept } from './message/say.ts';
import { maskedLive, type SignedIn } from './reader.ts';
import { setAutomaticService } from './rules/automation.ts';
import { route } from './rules/route.ts';
import { beginTicket } from './ticket/begin.ts';
import { closeTicket } from './ticket/close.ts';
import { assertMayOpen, ticketById, ticketView, ticketViews } from './ticket/find-ticket.ts';

/** Conversations, for other plugins. */
export const ticketsService = (scope: Scope): Tickets => ({
  async find(id) {
    const view = await ticketView(scope, id, 'reader');
    return (await withExtras(scope, view ? [view] : []))[0];
  },
  findAll: async (ids) => withExtras(scope, await ticketViews(scope, ids)),
  begin: (to) => beginTicket(scope, to),
  close: (ticketId, { justClose = false } = {}) => closeTicket(scope, ticketId, justClose),
  async message(id) {
    const row = await scope.sql.one<{ message: MessageView }>(
      sql`select tickets.show(m, ${maskedLive(scope)}) as message from tickets.message m where m.id = ${id}`,
    );
    return row?.message;
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
  async watchStatus(plugin, isWanted) {
    await scope.sql.run(
      isWanted
        ? sql`insert into tickets.status_watch (plugin) values (${plugin}) on conflict do nothing`
        : sql`delete from tickets.status_watch where plugin = ${plugin}`,
    );
  },
  refiltered: (param) => scope.rooms.emit(ticketListRoom, { queueId: 0 }, 'refilter', { param }),
});
