import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { api } from '@balcao/sdk/client';
import type { TicketView } from '../../contract.ts';
import { listParameters, orderName, readFilters } from '../model/list-filters.ts';
import type { ListFilters } from '../model/list-filters.ts';
import { nextPage, rowsOf } from '../model/ticket-list.ts';
import type { TicketPage } from '../model/ticket-list.ts';
import { isListeningAtom, ticketKeys, listUpdatesFromNow, unreadUpdatesFromNow } from './ticket-cache.ts';

/** Query of a list of tickets. */
export const listQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ticketKeys.list(filters),
    queryFn: async ({ pageParam, signal }) => {
      const applyUpdates = listUpdatesFromNow(filters, signal);
      const page = await api.get<TicketPage>(
        '/tickets',
        {
          ...listParameters(filters),
          ...(filters.ids && { ids: JSON.stringify(filters.ids) }),
          status: filters.status,
          sort: orderName(filters.order),
          pageNumber: pageParam,
        },
        { signal },
      );
      return applyUpdates(page, pageParam === 1);
    },
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => nextPage(pages),
    staleTime: 30_000,
  });

/** One list of tickets, loaded in pages and updated live. */
export function useTicketList(filters: ListFilters, isWanted = true) {
  const query = useInfiniteQuery({ ...listQuery(filters), enabled: isWanted });
  const rows = useMemo(() => rowsOf(query.data), [query.data]);
  return { ...query, rows };
}

export interface TicketCounts {
  open: { assigned: number; pending: number };
  closed: number;
  /** Running ones with unread messages, and with messages that could not be sent. At most 1000 are counted. */
  unread: number;
  unsent: number;
}

export const countsQuery = (filters: Omit<ListFilters, 'status'>) => {
  const parameters = listParameters({ ...filters, status: 'open' });
  return queryOptions({
    queryKey: [...ticketKeys.counts, parameters],
    queryFn: ({ signal }) => api.get<TicketCounts>('/tickets/counts', parameters, { signal }),
    staleTime: 30_000,
  });
};

/** The number of tickets behind each tab, with the same filters. */
export const useTicketCounts = (filters: Omit<ListFilters, 'status'>): TicketCounts | undefined =>
  useQuery({ ...countsQuery(filters), placeholderData: keepPreviousData }).data;

/** Returns the longest waiting ticket that this person may accept. */
export async function longestWaiting(signal?: AbortSignal): Promise<TicketView | null> {
  const first = { status: 'pending', sort: 'waiting', pageSize: 1 };
  return (await api.get<TicketPage>('/tickets', first, signal && { signal })).tickets[0] ?? null;
}

const unfiltered = readFilters(new URLSearchParams());

/** The counts without filters: tickets waiting for this person, whatever the list is filtered by. */
export const useOwnCounts = (): TicketCounts | undefined => useTicketCounts(unfiltered);

export function useLongestWaiting(): TicketView | undefined {
  const count = useOwnCounts()?.open.pending ?? 0;
  const isListening = useAtomValue(isListeningAtom);
  const { data } = useQuery({
    // Under the key of the counts: both are reloaded after every change of the list.
    queryKey: [...ticketKeys.counts, 'longest'],
    queryFn: ({ signal }) => longestWaiting(signal),
    placeholderData: keepPreviousData,
    enabled: count > 0 && isListening,
    staleTime: 30_000,
  });
  return count > 0 ? (data ?? undefined) : undefined;
}

export const notificationLimit = 20;

/** Tickets with unread messages for this person, newest first. */
export const unreadQuery = queryOptions({
  queryKey: ticketKeys.unread,
  queryFn: async ({ signal }) => {
    const applyUpdates = unreadUpdatesFromNow();
    const page = (status: 'open' | 'pending') =>
      api.get<TicketPage>('/tickets', { status, withUnreadMessages: 'true', pageNumber: 1 }, { signal });
    const [pending, open] = await Promise.all([page('pending'), page('open')]);
    return applyUpdates(
      [...pending.tickets, ...open.tickets].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)),
    );
  },
  staleTime: 60_000,
});

export function useUnreadTickets(): TicketView[] | undefined {
  const isListening = useAtomValue(isListeningAtom);
  return useQuery({ ...unreadQuery, enabled: isListening }).data;
}
