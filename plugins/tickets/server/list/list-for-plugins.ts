import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketSearch, TicketView } from '../../contract.ts';
import { readerOf, type SignedIn } from '../reader.ts';
import type { TicketQuery } from './list-query.ts';
import { ticketPage, withExtras } from './ticket-list.ts';
import { countOf, searches } from './visible.ts';

const maxPerPage = 40;

/** Builds the query with the rights of the person of the scope, or for all conversations without a person. */
const queryOf = (scope: Scope, wanted: TicketSearch): TicketQuery => {
  const reader = scope.user ? readerOf(scope as SignedIn) : { id: 0, seesAll: true, anyQueue: true, masked: false };
  const { status, search = '', userIds, queueIds, connectionId, contactId, order = 'newest' } = wanted;
  return {
    reader,
    all: reader.seesAll,
    status,
    term: search.replaceAll('\0', '').trim().slice(0, 200),
    users: userIds && [...userIds],
    queueIds: queueIds && [...queueIds],
    conditions: [
      ...(connectionId === undefined ? [] : [sql`t.whatsapp_id = ${connectionId}`]),
      ...(contactId === undefined ? [] : [sql`t.contact_id = ${contactId}`]),
    ],
    // Closed conversations have no waiting time, and no index has them in that order.
    order: order === 'waiting' && (!status || status === 'closed') ? 'newest' : order,
    snoozed: 'in',
    pageNumber: Math.max(1, Math.trunc(wanted.page ?? 1)),
    pageSize: Math.min(maxPerPage, Math.max(1, Math.trunc(wanted.pageSize ?? maxPerPage))),
  };
};

/** Returns a page of the list for other plugins. */
export const listTickets = async (
  scope: Scope,
  wanted: TicketSearch,
): Promise<{ tickets: TicketView[]; hasMore: boolean; count: number }> => {
  const { tickets, missing, hasMore, count } = await ticketPage(scope, queryOf(scope, wanted));
  return { tickets: await withExtras(scope, JSON.parse(tickets) as TicketView[], missing), hasMore, count };
};

export const countTickets = async (scope: Scope, wanted: TicketSearch): Promise<number> => {
  const query = queryOf(scope, wanted);
  const row = await scope.sql.one<{ count: number }>(
    sql`${searches([query], sql`counted as (select ${countOf(query)} as count)`)} select count from counted`,
  );
  return row?.count ?? 0;
};
