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
import { listParameters } from '../model/listFilters.ts';
import type { ListFilters } from '../model/listFilters.ts';
import { nextPage, rowsOf } from '../model/ticketList.ts';
import type { TicketPage } from '../model/ticketList.ts';
import { isListeningAtom, ticketKeys, watchList, watchUnread } from './ticketCache.ts';

/** Where the pages of a list come from. */
export const listQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ticketKeys.list(filters),
    queryFn: async ({ pageParam, signal }) => {
      const caughtUp = watchList(filters, signal);
      const page = await api.get<TicketPage>(
        '/tickets',
        { ...listParameters(filters), status: filters.status, pageNumber: pageParam },
        { signal },
      );
      return caughtUp(page, pageParam === 1);
    },
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => nextPage(pages),
    staleTime: 30_000,
  });

/** One list of tickets, growing by pages, kept current by live news. */
export function useTicketList(filters: ListFilters) {
  const query = useInfiniteQuery(listQuery(filters));
  const rows = useMemo(() => rowsOf(query.data), [query.data]);
  return { ...query, rows };
}

export interface TicketCounts {
  open: { assigned: number; pending: number };
  closed: number;
}

/** How many lie behind each tab, under the same filters. */
export function useTicketCounts(filters: Omit<ListFilters, 'status'>): TicketCounts | undefined {
  const parameters = listParameters({ ...filters, status: 'open' });
  return useQuery({
    queryKey: [...ticketKeys.counts, parameters],
    queryFn: ({ signal }) => api.get<TicketCounts>('/tickets/counts', parameters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  }).data;
}

/** Who has waited longest: the last of the waiting. */
export function useLongestWaiting(filters: ListFilters, count: number): TicketView | undefined {
  const parameters = { ...listParameters(filters), status: 'pending', pageNumber: Math.max(1, count), pageSize: 1 };
  const isListening = useAtomValue(isListeningAtom);
  const { data } = useQuery({
    // Counted again and asked again are one: both follow every change of the list.
    queryKey: [...ticketKeys.counts, 'longest', parameters],
    queryFn: async ({ signal }) =>
      (await api.get<TicketPage>('/tickets', parameters, { signal })).tickets.at(-1) ?? null,
    placeholderData: keepPreviousData,
    enabled: count > 0 && isListening,
    staleTime: 30_000,
  });
  return data ?? undefined;
}

export const notificationLimit = 20;

/** Tickets with unread messages that concern this person, newest first. */
export const unreadQuery = queryOptions({
  queryKey: ticketKeys.unread,
  queryFn: async ({ signal }) => {
    const caughtUp = watchUnread();
    const page = (status: 'open' | 'pending') =>
      api.get<TicketPage>('/tickets', { status, withUnreadMessages: 'true', pageNumber: 1 }, { signal });
    const [pending, open] = await Promise.all([page('pending'), page('open')]);
    return caughtUp(
      [...pending.tickets, ...open.tickets].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)),
    );
  },
  staleTime: 60_000,
});

export function useUnreadTickets(): TicketView[] | undefined {
  const isListening = useAtomValue(isListeningAtom);
  return useQuery({ ...unreadQuery, enabled: isListening }).data;
}
