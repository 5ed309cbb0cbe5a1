import type { TicketView } from '../../contract.ts';
import { fits, needsServer } from './list-filters.ts';
import type { ListFilters, ListOrder } from './list-filters.ts';

export interface TicketPage {
  tickets: TicketView[];
  hasMore: boolean;
  count: number;
}
export interface TicketPages {
  pages: TicketPage[];
  pageParams: unknown[];
}

export const ticketsPerPage = 40;

/** Returns the sort value of a row. Conversations without a waiting customer are last. */
const sortValueOf = (ticket: TicketView, order: ListOrder): string | number => {
  if (typeof order === 'string') return order === 'waiting' ? (ticket.waitingSince ?? '~') : ticket.updatedAt;
  const place = order.sortValue(ticket);
  return place === null ? Infinity : order.descending ? -place : place;
};

/** Ties are broken as on the server. */
const before = (one: TicketView, other: TicketView, order: ListOrder): boolean => {
  const [here, there] = [sortValueOf(one, order), sortValueOf(other, order)];
  if (order === 'newest') return here === there ? one.id > other.id : here > there;
  return here === there ? one.id < other.id : here < there;
};

/** New data in the old position: only the server knows where the row belongs now. */
export const inPlaceOf = (known: TicketView, ticket: TicketView): TicketView => ({
  ...ticket,
  updatedAt: known.updatedAt,
  waitingSince: known.waitingSince,
});

/** Returns every row once: pages may overlap after rows came and went between them. */
export function rowsOf(data: TicketPages | undefined): TicketView[] {
  const seen = new Set<number>();
  const rows: TicketView[] = [];
  for (const page of data?.pages ?? []) {
    for (const ticket of page.tickets) {
      if (seen.has(ticket.id)) continue;
      seen.add(ticket.id);
      rows.push(ticket);
    }
  }
  return rows;
}

/** Returns the next page by the loaded rows, so that rows which left or came in do not make it skip any. */
export function nextPage(pages: readonly TicketPage[]): number | undefined {
  const last = pages.at(-1);
  if (!last?.hasMore) return undefined;
  const loaded = rowsOf({ pages: [...pages], pageParams: [] }).length;
  return Math.floor(loaded / ticketsPerPage) + 1;
}

export const findTicket = (data: TicketPages | undefined, ticketId: number): TicketView | undefined =>
  data?.pages.flatMap((page) => page.tickets).find((ticket) => ticket.id === ticketId);

export function removeTicket(data: TicketPages, ticketId: number): TicketPages {
  if (!findTicket(data, ticketId)) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      tickets: page.tickets.filter((ticket) => ticket.id !== ticketId),
      count: Math.max(0, page.count - 1),
    })),
  };
}

export function changeTicket(data: TicketPages, ticketId: number, change: Partial<TicketView>): TicketPages {
  if (!findTicket(data, ticketId)) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      tickets: page.tickets.map((ticket) => (ticket.id === ticketId ? { ...ticket, ...change } : ticket)),
    })),
  };
}

/** Inserts a row at its position. Past the last loaded row it is left to the next page. */
function place(data: TicketPages, ticket: TicketView, order: ListOrder): TicketPages {
  const pages = data.pages.map((page) => ({ ...page, tickets: [...page.tickets], count: page.count + 1 }));
  for (const page of pages) {
    const index = page.tickets.findIndex((row) => before(ticket, row, order));
    if (index >= 0) {
      page.tickets.splice(index, 0, ticket);
      return { ...data, pages };
    }
  }
  const last = pages.at(-1);
  if (last && !last.hasMore) last.tickets.push(ticket);
  return { ...data, pages };
}

export interface ListChange {
  data: TicketPages;
  /** Only the server can decide whether the ticket belongs here. */
  needsServer: boolean;
}

/** Applies a changed ticket: its row is updated, moved, added, or removed because it no longer belongs here. */
export function applyTicket(
  data: TicketPages,
  ticket: TicketView,
  filters: ListFilters,
  me: { id: number },
): ListChange {
  const known = findTicket(data, ticket.id);
  if (!fits(ticket, filters, me)) return { data: removeTicket(data, ticket.id), needsServer: false };
  if (needsServer(filters)) {
    // A known row shows the change at once, and leaves or moves with the response.
    return { data: known ? changeTicket(data, ticket.id, inPlaceOf(known, ticket)) : data, needsServer: true };
  }
  // A row that keeps its place also keeps its neighbours' identity: nothing else is rendered.
  if (known && sortValueOf(known, filters.order) === sortValueOf(ticket, filters.order)) {
    return { data: changeTicket(data, ticket.id, ticket), needsServer: false };
  }
  return { data: place(removeTicket(data, ticket.id), ticket, filters.order), needsServer: false };
}

/** Applies the server's response about some tickets: those of them that are in the list. */
export function applyAnswer(
  data: TicketPages,
  asked: readonly number[],
  answered: readonly TicketView[],
  order: ListOrder,
): TicketPages {
  return asked.reduce((list, id) => {
    const ticket = answered.find((each) => each.id === id);
    if (!ticket) return removeTicket(list, id);
    const known = findTicket(list, id);
    if (known && sortValueOf(known, order) === sortValueOf(ticket, order)) return changeTicket(list, id, ticket);
    return place(removeTicket(list, id), ticket, order);
  }, data);
}

/** Applies that a ticket was read: it leaves a list of unread ones, and loses its badge everywhere. */
export function applyRead(data: TicketPages, ticketId: number, filters: ListFilters): TicketPages {
  return filters.read === 'unread' ? removeTicket(data, ticketId) : changeTicket(data, ticketId, { unreadMessages: 0 });
}

/**
 * True when a room that no longer has a ticket was the reason why it is in the list: a ticket moved from one queue to
 * another is published as removed in the first and as changed in the second, in either order.
 */
export function isGone(ticket: TicketView, room: { queueId?: number; userId?: number; all?: boolean }): boolean {
  if (room.all) return true;
  if (room.userId !== undefined) return ticket.userId === room.userId;
  return (ticket.queueId ?? 0) === room.queueId;
}
