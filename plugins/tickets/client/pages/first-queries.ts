import type { PrefetchQuery, PageLocation } from '@balcao/sdk/client';
import { marksQuery } from '../data/marks.ts';
import { ticketQuery } from '../data/useTicket.ts';
import { countsQuery, listQuery } from '../data/useTicketList.ts';
import { keptOrders } from '../list/order/useListOrder.ts';
import { isOwnAddress, orderFor, orderName, permitted, readFilters } from '../model/listFilters.ts';

/** What the list asks for, where that is sure before other plugins told which filters and orders they add. */
function queriesOfList({ search, session }: PageLocation): PrefetchQuery[] {
  const read = readFilters(search);
  const chosen = keptOrders(session);
  const order = orderFor(read.status, chosen);
  const wanted = chosen?.[read.status];
  // What a plugin's filter makes of the address, and a plugin's order, only the page can say.
  const isSure = isOwnAddress(search) && (wanted === undefined || wanted === orderName(order));
  if (!isSure) return [];
  const filters = permitted({ ...read, order }, session.can);
  return [listQuery(filters), countsQuery(filters)];
}

/** Asked for while the code of the ticket screen is on its way. */
export const firstQueries = (place: PageLocation): readonly PrefetchQuery[] => {
  const { ticketUuid } = place.params;
  return [...queriesOfList(place), marksQuery, ...(ticketUuid === undefined ? [] : [ticketQuery(ticketUuid)])];
};
