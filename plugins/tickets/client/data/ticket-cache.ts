import { notifyManager } from '@tanstack/react-query';
import { atom, getDefaultStore } from 'jotai';
import { api, queryClient, whenIdle, type Missed } from '@balcao/sdk/client';
import type { TicketRowView, TicketView } from '../../contract.ts';
import { listParameters, orderName } from '../model/list-filters.ts';
import type { ListFilters } from '../model/list-filters.ts';
import {
  applyAnswer,
  applyRead,
  applyTicket,
  changeTicket,
  findTicket,
  inPlaceOf,
  isGone,
  removeTicket,
} from '../model/ticket-list.ts';
import type { TicketPage, TicketPages } from '../model/ticket-list.ts';
import { completed, isWhole } from '../model/ticket-row.ts';
import { asRead } from './mark-read.ts';
import { refetchSoon, burstMs } from './refetch-soon.ts';
import { UpdateBatcher } from './update-batcher.ts';
import { isUnclear, waitsInOtherQueue } from './ownership.ts';
import type { Me } from './ownership.ts';

/** Query keys. Every live event finds cached data by them. */
export const ticketKeys = {
  all: ['tickets'] as const,
  lists: ['tickets', 'list'] as const,
  list: (filters: ListFilters) => ['tickets', 'list', filters] as const,
  counts: ['tickets', 'counts'] as const,
  marks: ['tickets', 'marks'] as const,
  unread: ['tickets', 'unread'] as const,
  detail: (uuid: string) => ['tickets', 'detail', uuid] as const,
  /** Shown outside its conversation, by id. */
  summary: (ticketId: number) => ['tickets', 'detail', ticketId] as const,
  details: ['tickets', 'detail'] as const,
  messages: (ticketId: number) => ['tickets', 'messages', ticketId] as const,
  log: (ticketId: number) => ['tickets', 'log', ticketId] as const,
};

/** Ids of updated tickets that a list could not decide about, by list. */
const undecided = new Map<string, { filters: ListFilters; ids: Set<number> }>();
const maxChecked = 40;

/** Asks the server whether a ticket is in a list: once per burst, and only about changed ones. */
function checkSoon(filters: ListFilters, ticketId: number): void {
  const name = JSON.stringify(filters);
  const waiting = undecided.get(name);
  if (waiting) return void waiting.ids.add(ticketId);
  undecided.set(name, { filters, ids: new Set([ticketId]) });
  setTimeout(() => void check(name), 250);
}

async function check(name: string): Promise<void> {
  const waiting = undecided.get(name);
  undecided.delete(name);
  if (!waiting) return;
  const { filters, ids } = waiting;
  const queryKey = ticketKeys.list(filters);
  const query = queryClient.getQueryCache().find({ queryKey });
  // Not on the screen, or half of it changed: the whole list is reloaded when it is needed.
  if (!query?.isActive() || ids.size > maxChecked) return void queryClient.invalidateQueries({ queryKey });
  const asked = [...ids];
  const begun = performance.now();
  try {
    const parameters = {
      ...listParameters(filters),
      status: filters.status,
      sort: orderName(filters.order),
      ids: JSON.stringify(asked),
      pageNumber: 1,
    };
    const { tickets } = await api.get<TicketPage>('/tickets', parameters);
    // Tickets that changed again meanwhile are asked about again.
    const changed = new Set(updatesSince(begun).map(({ ticketId }) => ticketId));
    for (const id of asked) if (changed.has(id)) checkSoon(filters, id);
    const settled = asked.filter((id) => !changed.has(id));
    queryClient.setQueryData<TicketPages>(
      queryKey,
      (data) => data && applyAnswer(data, settled, tickets, filters.order),
    );
  } catch {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** False until live updates are received: a load that can wait until then is done once instead of twice. */
export const isListeningAtom = atom(false);
/** Starts receiving live updates once the first screen is loaded. */
export const startListening = (): (() => void) => whenIdle(() => getDefaultStore().set(isListeningAtom, true));

export const reloadCounts = (): void => refetchSoon(ticketKeys.counts);

/** Lists may have been read before live updates were received: reloads them for changes in between. */
export const reloadLists = (missed: Missed): void => {
  for (const queryKey of [ticketKeys.lists, ticketKeys.counts, ticketKeys.unread])
    if (queryClient.getQueryCache().findAll({ queryKey, predicate: missed }).length > 0) refetchSoon(queryKey);
  setTimeout(startListening, burstMs);
};

/** Reloads lists and counts that use a contributed filter whose results changed. */
export const refiltered = (param: string): void => {
  const isNarrowed = (given: unknown): boolean =>
    typeof given === 'object' && given !== null && Boolean((given as Record<string, unknown>)[param]);
  void queryClient.invalidateQueries({
    queryKey: ticketKeys.all,
    predicate: ({ queryKey: [, kind, given, more] }) =>
      kind === 'list'
        ? isNarrowed((given as ListFilters).contributed)
        : kind === 'counts' && [given, more].some(isNarrowed),
  });
};

/** Reloads everything about tickets after live updates may have been missed. */
export const reloadTickets = (): void => refetchSoon(ticketKeys.all);

/** Handles a changed contact. An import changes thousands: everything is reloaded only where one is open. */
export function contactUpdated(contactId: number): void {
  const opened = queryClient.getQueryCache().findAll({ queryKey: ticketKeys.details, type: 'active' });
  if (opened.some(({ state }) => (state.data as TicketView | undefined)?.contactId === contactId))
    return reloadTickets();
  if (!knownTicket((ticket) => ticket.contactId === contactId)) return;
  refetchSoon(ticketKeys.details);
  refetchSoon(ticketKeys.lists);
  refetchSoon(ticketKeys.unread);
}

type ListStep = (data: TicketPages, filters: ListFilters) => TicketPages;

/** The effect of a live update on a list, on the rows of the notification bell, and on the ticket itself. */
interface UpdateEffects {
  list: ListStep;
  bell(rows: TicketView[]): TicketView[];
  ticket?(known: TicketView): TicketView;
}

/** Recent live updates: a response that was read before one and arrives after it must not undo it. */
let recentUpdates: (UpdateEffects & { at: number; ticketId: number })[] = [];
const maxResponseMs = 60_000;
const updatesSince = (at: number) => recentUpdates.filter((one) => one.at >= at);

/** Start of the load that a page belongs to: several pages may be loaded one after another. */
const readings = new WeakMap<AbortSignal, number>();

/**
 * Call it before requesting a page of a list. The returned function applies the updates received since then to the page;
 * if the request fails, nothing needs to be ended.
 */
export function listUpdatesFromNow(
  filters: ListFilters,
  reading: AbortSignal,
): (page: TicketPage, isFirst: boolean) => TicketPage {
  const asked = performance.now();
  const begun = readings.get(reading) ?? asked;
  readings.set(reading, begun);
  return (page, isFirst) => {
    if (!isFirst) {
      // The earlier pages are restored to the state at the start of the load: updates are applied once all are there.
      setTimeout(() => reapply(filters, begun));
      return page;
    }
    const data: TicketPages = { pages: [page], pageParams: [] };
    return updatesSince(asked).reduce((known, { list }) => list(known, filters), data).pages[0] ?? page;
  };
}

function reapply(filters: ListFilters, since: number): void {
  const update = updatesSince(since);
  if (update.length === 0) return;
  queryClient.setQueryData<TicketPages>(ticketKeys.list(filters), (data) =>
    update.reduce((known, { list }) => known && list(known, filters), data),
  );
}

/** Call it before requesting a ticket; the returned function applies the updates received since to it. */
export function ticketUpdatesFromNow(): (ticket: TicketView) => TicketView {
  const asked = performance.now();
  return (answer) =>
    updatesSince(asked).reduce(
      (known, { ticketId, ticket }) => (ticketId === answer.id && ticket ? ticket(known) : known),
      answer,
    );
}

/** The same for the rows of the notification bell. */
export function unreadUpdatesFromNow(): (rows: TicketView[]) => TicketView[] {
  const asked = performance.now();
  return (rows) => updatesSince(asked).reduce((known, { bell }) => bell(known), rows);
}

function applyEffects(ticketId: number, update: UpdateEffects): void {
  const at = performance.now();
  recentUpdates = [...recentUpdates.filter((one) => one.at > at - maxResponseMs), { at, ticketId, ...update }];
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ticketKeys.lists })) {
    const filters = query.queryKey[2] as ListFilters;
    queryClient.setQueryData<TicketPages>(query.queryKey, (data) => data && update.list(data, filters));
  }
  queryClient.setQueryData<TicketView[]>(ticketKeys.unread, (rows) => rows && update.bell(rows));
}

/** Returns the latest known state of a ticket, wherever it is shown. */
export function knownTicket(match: (ticket: TicketView) => boolean): TicketView | undefined {
  for (const [, ticket] of queryClient.getQueriesData<TicketView>({ queryKey: ticketKeys.details })) {
    if (ticket && match(ticket)) return ticket;
  }
  for (const [, data] of queryClient.getQueriesData<TicketPages>({ queryKey: ticketKeys.lists })) {
    const found = data?.pages.flatMap((page) => page.tickets).find(match);
    if (found) return found;
  }
  return queryClient.getQueryData<TicketView[]>(ticketKeys.unread)?.find(match);
}

const isMasked = (text: string): boolean => text.startsWith('*');

/** Live updates have masked numbers for everybody; a reader who has the whole number keeps it. */
function unmasked<T extends TicketRowView>(ticket: T): T {
  if (!isMasked(ticket.contact.number)) return ticket;
  const known = knownTicket((each) => each.contactId === ticket.contactId)?.contact;
  if (!known || isMasked(known.number)) return ticket;
  const name = isMasked(ticket.contact.name) ? known.name : ticket.contact.name;
  return { ...ticket, contact: { ...ticket.contact, name, number: known.number } };
}

interface TicketUpdate {
  ticket: TicketRowView;
  me: Me;
}
const batcher = new UpdateBatcher<TicketUpdate>(
  (all) => notifyManager.batch(() => all.forEach(({ ticket, me }) => ticketChanged(ticket, me))),
  // A row changed by a message may follow one whose tags changed, and does not include them.
  (earlier, later) => ({ ...later, ticket: { ...earlier.ticket, ...later.ticket } }),
);

/** Applies a live update of a ticket: several rooms publish the same change, and a busy company many per second. */
export const ticketUpdated = (ticket: TicketRowView, me: Me): void => batcher.add(ticket.id, { ticket, me });

/** Merges an update into the known ticket. Values masked in the update are kept. */
const merged = (known: TicketView, update: TicketView): TicketView => ({
  ...known,
  ...update,
  contact: isMasked(update.contact.number) ? known.contact : update.contact,
});

const isSnoozed = (ticketId: number): boolean =>
  queryClient
    .getQueryData<{ snoozed: { ticketId: number }[] }>(ticketKeys.marks)
    ?.snoozed.some((each) => each.ticketId === ticketId) === true;

export function ticketChanged(update: TicketRowView, me: Me): void {
  batcher.drop(update.id);
  const known = isWhole(update) ? undefined : knownTicket(({ id }) => id === update.id);
  const ticket = asRead(unmasked(completed(update, known)), me);
  // Tags and extras are not known here: lists that show it now load them.
  const lacksExtras = !isWhole(update) && known === undefined;
  for (const queryKey of [ticketKeys.detail(ticket.uuid), ticketKeys.summary(ticket.id)])
    queryClient.setQueryData<TicketView>(queryKey, (known) => known && { ...known, ...ticket });
  applyEffects(ticket.id, {
    list(data, filters) {
      const known = findTicket(data, ticket.id);
      // A snoozed ticket is in no list, and returns when the customer writes: the server decides.
      const isUnsure = isUnclear(ticket, filters, me) || isSnoozed(ticket.id);
      if (!isUnsure) {
        const change = applyTicket(data, ticket, filters, me);
        if (change.needsServer || (lacksExtras && findTicket(change.data, ticket.id))) checkSoon(filters, ticket.id);
        return change.data;
      }
      checkSoon(filters, ticket.id);
      return known ? changeTicket(data, ticket.id, inPlaceOf(known, ticket)) : data;
    },
    bell: (rows) => withUnread(rows, ticket, me),
    // A response may be newer than an earlier update.
    ticket: (known) => (known.updatedAt > ticket.updatedAt ? known : merged(known, ticket)),
  });
  if (isSnoozed(ticket.id)) refetchSoon(ticketKeys.marks);
  reloadCounts();
}

/** Rows of the notification bell: unanswered tickets that this person sees. */
function withUnread(rows: TicketView[], ticket: TicketView, me: Me): TicketView[] {
  const others = rows.filter((row) => row.id !== ticket.id);
  const isMine = ticket.status === 'open' && ticket.userId === me.id;
  const concerns = isMine || (ticket.status === 'pending' && !waitsInOtherQueue(ticket, me));
  return concerns && ticket.unreadMessages > 0 ? [ticket, ...others] : others;
}

export function ticketGone(ticketId: number, room?: { queueId?: number; userId?: number; all?: boolean }): void {
  batcher.flush();
  // A closed ticket without attendant was in the room of whoever closed it.
  const wasClosedBy = ({ status, userId }: TicketView): boolean =>
    room?.userId !== undefined && status === 'closed' && userId === null;
  const stays = (ticket: TicketView | undefined): boolean =>
    ticket !== undefined && room !== undefined && !isGone(ticket, room) && !wasClosedBy(ticket);
  applyEffects(ticketId, {
    list: (data) => (stays(findTicket(data, ticketId)) ? data : removeTicket(data, ticketId)),
    bell: (rows) => rows.filter((row) => row.id !== ticketId || stays(row)),
  });
  refetchSoon(ticketKeys.summary(ticketId));
  reloadCounts();
}

export function ticketRead(ticketId: number): void {
  batcher.flush();
  const read = (ticket: TicketView): TicketView => ({ ...ticket, unreadMessages: 0 });
  applyEffects(ticketId, {
    list(data, filters) {
      // It may belong to this list from now on.
      if (filters.read === 'read' && !findTicket(data, ticketId)) checkSoon(filters, ticketId);
      return applyRead(data, ticketId, filters);
    },
    bell: (rows) => rows.filter((row) => row.id !== ticketId),
    ticket: read,
  });
  for (const [key, ticket] of queryClient.getQueriesData<TicketView>({ queryKey: ticketKeys.details })) {
    if (ticket?.id === ticketId) queryClient.setQueryData<TicketView>(key, read(ticket));
  }
  reloadCounts();
}
