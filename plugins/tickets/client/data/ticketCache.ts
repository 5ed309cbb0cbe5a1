import { notifyManager } from '@tanstack/react-query';
import { atom, getDefaultStore } from 'jotai';
import { api, queryClient, whenIdle, type Missed } from '@balcao/sdk/client';
import type { TicketRowView, TicketView } from '../../contract.ts';
import { listParameters, orderName } from '../model/listFilters.ts';
import type { ListFilters } from '../model/listFilters.ts';
import {
  applyAnswer,
  applyRead,
  applyTicket,
  changeTicket,
  findTicket,
  inPlaceOf,
  isGone,
  removeTicket,
} from '../model/ticketList.ts';
import type { TicketPage, TicketPages } from '../model/ticketList.ts';
import { completed, isWhole } from '../model/ticketRow.ts';
import { asRead } from './reading.ts';
import { refetchSoon, soon } from './refetchSoon.ts';
import { UpdateBatcher } from './update-batcher.ts';
import { isUnclear, waitsElsewhere } from './ownership.ts';
import type { Me } from './ownership.ts';

/** Names of what is cached. Every live event finds its way by them. */
export const ticketKeys = {
  all: ['tickets'] as const,
  lists: ['tickets', 'list'] as const,
  list: (filters: ListFilters) => ['tickets', 'list', filters] as const,
  counts: ['tickets', 'counts'] as const,
  marks: ['tickets', 'marks'] as const,
  unread: ['tickets', 'unread'] as const,
  detail: (uuid: string) => ['tickets', 'detail', uuid] as const,
  /** Shown elsewhere than in its conversation, by its number. */
  told: (ticketId: number) => ['tickets', 'detail', ticketId] as const,
  details: ['tickets', 'detail'] as const,
  messages: (ticketId: number) => ['tickets', 'messages', ticketId] as const,
  log: (ticketId: number) => ['tickets', 'log', ticketId] as const,
};

/** Ids that were told of, by the list that could not judge them. */
const unjudged = new Map<string, { filters: ListFilters; ids: Set<number> }>();
const maxAsked = 40;

/** Asks the server soon whether a ticket is in a list: once for a burst, and only about those that changed. */
function askSoon(filters: ListFilters, ticketId: number): void {
  const name = JSON.stringify(filters);
  const waiting = unjudged.get(name);
  if (waiting) return void waiting.ids.add(ticketId);
  unjudged.set(name, { filters, ids: new Set([ticketId]) });
  setTimeout(() => void judge(name), 250);
}

async function judge(name: string): Promise<void> {
  const waiting = unjudged.get(name);
  unjudged.delete(name);
  if (!waiting) return;
  const { filters, ids } = waiting;
  const queryKey = ticketKeys.list(filters);
  const query = queryClient.getQueryCache().find({ queryKey });
  // Nobody looks at it now, or half of it changed: it is asked as a whole when it is wanted.
  if (!query?.isActive() || ids.size > maxAsked) return void queryClient.invalidateQueries({ queryKey });
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
    // What changed again meanwhile is asked about again.
    const changed = new Set(toldSince(begun).map(({ ticketId }) => ticketId));
    for (const id of asked) if (changed.has(id)) askSoon(filters, id);
    const settled = asked.filter((id) => !changed.has(id));
    queryClient.setQueryData<TicketPages>(queryKey, (data) => data && applyAnswer(data, settled, tickets, filters.order));
  } catch {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** False until the news are listened to: what can wait until then is asked once and not twice. */
export const isListeningAtom = atom(false);
/** Once the first screen has all that it needs. */
export const startListening = (): (() => void) => whenIdle(() => getDefaultStore().set(isListeningAtom, true));

export const countAgain = (): void => refetchSoon(ticketKeys.counts);

/** Lists may have been read before their news were listened to: what changed in between is in neither. */
export const listAgain = (missed: Missed): void => {
  for (const queryKey of [ticketKeys.lists, ticketKeys.counts, ticketKeys.unread])
    if (queryClient.getQueryCache().findAll({ queryKey, predicate: missed }).length > 0) refetchSoon(queryKey);
  setTimeout(startListening, soon);
};

/** What a contributed filter finds is another: lists and numbers narrowed by it are asked anew. */
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

/** Messages may have been missed: everything about tickets is asked anew. */
export const catchUp = (): void => refetchSoon(ticketKeys.all);

/** A contact changed. An import changes thousands: only where one is open is all of it asked anew. */
export function contactNews(contactId: number): void {
  const opened = queryClient.getQueryCache().findAll({ queryKey: ticketKeys.details, type: 'active' });
  if (opened.some(({ state }) => (state.data as TicketView | undefined)?.contactId === contactId)) return catchUp();
  if (!knownTicket((ticket) => ticket.contactId === contactId)) return;
  refetchSoon(ticketKeys.details);
  refetchSoon(ticketKeys.lists);
  refetchSoon(ticketKeys.unread);
}

type ListStep = (data: TicketPages, filters: ListFilters) => TicketPages;

/** What a piece of news makes of a list, of the bell's rows, and of the ticket itself. */
interface Told {
  list: ListStep;
  bell(rows: TicketView[]): TicketView[];
  ticket?(known: TicketView): TicketView;
}

/** What was told a moment ago: an answer that was read before it and comes after it must not take it back. */
let told: (Told & { at: number; ticketId: number })[] = [];
const longestAnswer = 60_000;
const toldSince = (at: number) => told.filter((one) => one.at >= at);

/** When the reading began that a page belongs to: several pages may be read one after another. */
const readings = new WeakMap<AbortSignal, number>();

/** Call it before asking for a page of a list; what it answers puts all that was told since into the page. */
export function watchList(
  filters: ListFilters,
  reading: AbortSignal,
): (page: TicketPage, isFirst: boolean) => TicketPage {
  const asked = performance.now();
  const begun = readings.get(reading) ?? asked;
  readings.set(reading, begun);
  return (page, isFirst) => {
    if (!isFirst) {
      // With it the pages before it come back as they were when the reading began: told once all are there.
      setTimeout(() => retell(filters, begun));
      return page;
    }
    const data: TicketPages = { pages: [page], pageParams: [] };
    return toldSince(asked).reduce((known, { list }) => list(known, filters), data).pages[0] ?? page;
  };
}

function retell(filters: ListFilters, since: number): void {
  const news = toldSince(since);
  if (news.length === 0) return;
  queryClient.setQueryData<TicketPages>(ticketKeys.list(filters), (data) =>
    news.reduce((known, { list }) => known && list(known, filters), data),
  );
}

/** Call it before asking for a ticket; what it answers puts what was told of it since into the answer. */
export function watchTicket(): (ticket: TicketView) => TicketView {
  const asked = performance.now();
  return (answer) =>
    toldSince(asked).reduce(
      (known, { ticketId, ticket }) => (ticketId === answer.id && ticket ? ticket(known) : known),
      answer,
    );
}

/** The same for the bell's rows. */
export function watchUnread(): (rows: TicketView[]) => TicketView[] {
  const asked = performance.now();
  return (rows) => toldSince(asked).reduce((known, { bell }) => bell(known), rows);
}

function tell(ticketId: number, news: Told): void {
  const at = performance.now();
  told = [...told.filter((one) => one.at > at - longestAnswer), { at, ticketId, ...news }];
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ticketKeys.lists })) {
    const filters = query.queryKey[2] as ListFilters;
    queryClient.setQueryData<TicketPages>(query.queryKey, (data) => data && news.list(data, filters));
  }
  queryClient.setQueryData<TicketView[]>(ticketKeys.unread, (rows) => rows && news.bell(rows));
}

/** The last that is known of a ticket, wherever it is shown. */
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

/** Live news show everybody what everybody may see; who was told a whole number before keeps it. */
function unmasked<T extends TicketRowView>(ticket: T): T {
  if (!isMasked(ticket.contact.number)) return ticket;
  const known = knownTicket((each) => each.contactId === ticket.contactId)?.contact;
  if (!known || isMasked(known.number)) return ticket;
  const name = isMasked(ticket.contact.name) ? known.name : ticket.contact.name;
  return { ...ticket, contact: { ...ticket.contact, name, number: known.number } };
}

interface News {
  ticket: TicketRowView;
  me: Me;
}
const rush = new UpdateBatcher<News>(
  (all) => notifyManager.batch(() => all.forEach(({ ticket, me }) => ticketChanged(ticket, me))),
  // The row that a message changed comes after the one whose tags changed, and does not name them.
  (earlier, later) => ({ ...later, ticket: { ...earlier.ticket, ...later.ticket } }),
);

/** Told live: several rooms tell of the same change, and a busy conversation of many in a second. */
export const ticketNews = (ticket: TicketRowView, me: Me): void => rush.add(ticket.id, { ticket, me });

/** The news over what is known. What they hide from some, whoever knows it keeps. */
const over = (known: TicketView, news: TicketView): TicketView => ({
  ...known,
  ...news,
  contact: isMasked(news.contact.number) ? known.contact : news.contact,
});

const isSnoozed = (ticketId: number): boolean =>
  queryClient
    .getQueryData<{ snoozed: { ticketId: number }[] }>(ticketKeys.marks)
    ?.snoozed.some((each) => each.ticketId === ticketId) === true;

export function ticketChanged(news: TicketRowView, me: Me): void {
  rush.drop(news.id);
  const known = isWhole(news) ? undefined : knownTicket(({ id }) => id === news.id);
  const ticket = asRead(unmasked(completed(news, known)), me);
  // Nobody here knows its tags and marks: lists that show it now ask for them.
  const lacksExtras = !isWhole(news) && known === undefined;
  for (const queryKey of [ticketKeys.detail(ticket.uuid), ticketKeys.told(ticket.id)])
    queryClient.setQueryData<TicketView>(queryKey, (known) => known && { ...known, ...ticket });
  tell(ticket.id, {
    list(data, filters) {
      const known = findTicket(data, ticket.id);
      // What this person snoozed is in no list, and comes back when the customer writes: the server knows.
      const isUnsure = isUnclear(ticket, filters, me) || isSnoozed(ticket.id);
      if (!isUnsure) {
        const change = applyTicket(data, ticket, filters, me);
        if (change.ask || (lacksExtras && findTicket(change.data, ticket.id))) askSoon(filters, ticket.id);
        return change.data;
      }
      askSoon(filters, ticket.id);
      return known ? changeTicket(data, ticket.id, inPlaceOf(known, ticket)) : data;
    },
    bell: (rows) => withUnread(rows, ticket, me),
    // An answer may be newer than the news that came before it.
    ticket: (known) => (known.updatedAt > ticket.updatedAt ? known : over(known, ticket)),
  });
  if (isSnoozed(ticket.id)) refetchSoon(ticketKeys.marks);
  countAgain();
}

/** For the bell: what nobody answered yet and is mine to see. */
function withUnread(rows: TicketView[], ticket: TicketView, me: Me): TicketView[] {
  const others = rows.filter((row) => row.id !== ticket.id);
  const isMine = ticket.status === 'open' && ticket.userId === me.id;
  const concerns = isMine || (ticket.status === 'pending' && !waitsElsewhere(ticket, me));
  return concerns && ticket.unreadMessages > 0 ? [ticket, ...others] : others;
}

export function ticketGone(ticketId: number, room?: { queueId?: number; userId?: number; all?: boolean }): void {
  rush.flush();
  // A closed one without attendant was in the room of whoever closed it.
  const wasClosedBy = ({ status, userId }: TicketView): boolean =>
    room?.userId !== undefined && status === 'closed' && userId === null;
  const stays = (ticket: TicketView | undefined): boolean =>
    ticket !== undefined && room !== undefined && !isGone(ticket, room) && !wasClosedBy(ticket);
  tell(ticketId, {
    list: (data) => (stays(findTicket(data, ticketId)) ? data : removeTicket(data, ticketId)),
    bell: (rows) => rows.filter((row) => row.id !== ticketId || stays(row)),
  });
  refetchSoon(ticketKeys.told(ticketId));
  countAgain();
}

export function ticketRead(ticketId: number): void {
  rush.flush();
  const read = (ticket: TicketView): TicketView => ({ ...ticket, unreadMessages: 0 });
  tell(ticketId, {
    list(data, filters) {
      // It may belong here from now on.
      if (filters.read === 'read' && !findTicket(data, ticketId)) askSoon(filters, ticketId);
      return applyRead(data, ticketId, filters);
    },
    bell: (rows) => rows.filter((row) => row.id !== ticketId),
    ticket: read,
  });
  for (const [key, ticket] of queryClient.getQueriesData<TicketView>({ queryKey: ticketKeys.details })) {
    if (ticket?.id === ticketId) queryClient.setQueryData<TicketView>(key, read(ticket));
  }
  countAgain();
}
