import { sql, type Scope } from '@balcao/sdk/server';
import { ticketListRoom, type Tickets } from '../contract.ts';
import { notifyChannelPresence } from './channel/notify-channel.ts';
import { countTickets, listTickets } from './list/list-for-plugins.ts';
import { withExtras } from './list/ticket-list.ts';
import { publishTickets } from './live/publish-ticket.ts';
import { describeMessage } from './message/describe.ts';
import { enqueue } from './message/enqueue.ts';
import { lastMessages, messageById } from './message/read-messages.ts';
import { sendStored } from './message/send-stored.ts';
import { sendTexts } from './message/send-texts.ts';
import { maskedLive, type SignedIn } from './reader.ts';
import { assertHas, endAutomations, holdAll, setAutomaticService } from './rules/automation.ts';
import { isOpenNow } from './rules/hours.ts';
import { route } from './rules/route.ts';
import { searchMessages } from './search/search-messages.ts';
import { heldUntil } from './channel/pace.ts';
import { withdrawBulk } from './channel/withdraw.ts';
import { beginAll, beginTicket } from './ticket/begin.ts';
import { closeTicket } from './ticket/close.ts';
import { logEntries, logEntry } from './ticket/log-entry.ts';
import { assertMayOpen, ticketById, ticketView, ticketViews, unreadable } from './ticket/find-ticket.ts';

const maxFound = 50;

const assertReadable = async (scope: Scope, ticketId: number): Promise<void> => {
  const row = await ticketById(scope, ticketId);
  if (scope.user) assertMayOpen(scope as SignedIn, row);
};

/** Implements the service for other plugins. */
export const ticketsService = (scope: Scope): Tickets => ({
  async find(id) {
    const view = await ticketView(scope, id, 'reader');
    return (await withExtras(scope, view ? [view] : []))[0];
  },
  findAll: async (ids) => withExtras(scope, await ticketViews(scope, ids)),
  begin: (to) => beginTicket(scope, to),
  beginAll: (to) => beginAll(scope, to),
  close: (ticketId, { justClose = false } = {}) => closeTicket(scope, ticketId, justClose),
  message: (id) => messageById(scope, id, maskedLive(scope)),
  async messages(ticketId, options = {}) {
    await assertReadable(scope, ticketId);
    return lastMessages(scope, ticketId, options);
  },
  describe: (messageId, summary) => describeMessage(scope, messageId, summary),
  typing: (ticketId, state = 'composing') => notifyChannelPresence(scope, ticketId, state),
  list: (query = {}) => listTickets(scope, query),
  count: (query = {}) => countTickets(scope, query),
  search: (term, { limit = 20, before } = {}) =>
    searchMessages(scope, { term: term.trim(), before, limit: Math.min(Math.max(Math.trunc(limit), 1), maxFound) }),
  async sendAsCompany(ticketId, body) {
    await enqueue(scope, { ticketId, userId: null, body });
  },
  send: (ticketId, message) => sendStored(scope, ticketId, message),
  sendTexts: (messages) => sendTexts(scope, messages),
  setAutomaticService: (ticketId, on, by) => setAutomaticService(scope, ticketId, on, by),
  hold: (ticketId, automation) => assertHas(scope, ticketId, automation),
  holdAll: (ticketIds, automation, { skipsLocked = false } = {}) => holdAll(scope, ticketIds, automation, skipsLocked),
  endAutomaticService: (ticketIds) => endAutomations(scope, ticketIds),
  route: (ticketId, to) => route(scope, ticketId, to),
  async isOpen(ticketId) {
    const { queueId, whatsappId } = await ticketById(scope, ticketId);
    return isOpenNow(scope, { queueId, whatsappId });
  },
  assertReadable: (ticketId) => assertReadable(scope, ticketId),
  unreadable: (ticketIds) => unreadable(scope, ticketIds),
  lock: async (ticketId) =>
    (await scope.sql.one(sql`select 1 from tickets.ticket where id = ${ticketId} for no key update skip locked`)) !==
    undefined,
  withdraw: (messageIds) => withdrawBulk(scope, messageIds),
  heldUntil: (connectionId) => heldUntil(scope, connectionId),
  log: (ticketId, entry) => logEntry(scope, ticketId, entry),
  async logAll(entries) {
    await logEntries(scope, entries);
  },
  async touched(ticketIds) {
    await publishTickets(
      scope,
      await ticketViews(scope, typeof ticketIds === 'number' ? [ticketIds] : ticketIds, 'live'),
    );
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
