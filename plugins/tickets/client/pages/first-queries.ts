import type { PrefetchQuery, PageLocation } from '@balcao/sdk/client';
import { marksQuery } from '../data/marks.ts';
import { ticketQuery } from '../data/useTicket.ts';
import { countsQuery, listQuery } from '../data/useTicketList.ts';
import { storedOrders } from '../list/order/useListOrder.ts';
import { isOwnAddress, orderFor, orderName, permitted, readFilters } from '../model/list-filters.ts';

/** Returns the queries of the list, where they are certain before the filters and orders of plugins are known. */
function queriesOfList({ search, session }: PageLocation): PrefetchQuery[] {
  const read = readFilters(search);
  const chosen = storedOrders(session);
  const order = orderFor(read.status, chosen);
  const wanted = chosen?.[read.status];
  // Filters and orders of plugins are known to the page only.
  const isSure = isOwnAddress(search) && (wanted === undefined || wanted === orderName(order));
  if (!isSure) return [];
  const filters = permitted({ ...read, order }, session.can);
  return [listQuery(filters), countsQuery(filters)];
}

/** Sent while the code of the ticket screen is still loading. */
export const firstQueries = (place: PageLocation): readonly PrefetchQuery[] => {
  const { ticketUuid } = place.params;
  return [...queriesOfList(place), marksQuery, ...(ticketUuid === undefined ? [] : [ticketQuery(ticketUuid)])];
};
