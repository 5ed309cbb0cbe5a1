import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { CompanyRow } from '@balcao/companies/contract';

export interface ClientConnection {
  id: number;
  name: string;
  status: string;
}
export type ClientFilter = 'all' | 'connected' | 'disconnected';

/** This browser receives no live messages about connections of other companies, so they are polled. In milliseconds. */
const everyMs = 30_000;

/** Absent from the response when no installed plugin provides connections. */
export const connectionsOf = ({ connections }: CompanyRow): readonly ClientConnection[] =>
  Array.isArray(connections) ? (connections as ClientConnection[]) : [];

export const isUp = ({ status }: ClientConnection): boolean => status.toUpperCase() === 'CONNECTED';

/**
 * A company with connected and disconnected connections matches both filters; one without connections counts as
 * disconnected.
 */
export const passes = (client: CompanyRow, filter: ClientFilter): boolean => {
  const connections = connectionsOf(client);
  if (filter === 'all') return true;
  return filter === 'connected' ? connections.some(isUp) : connections.length === 0 || !connections.every(isUp);
};

/** Loads the companies that match a term, page by page. */
export function useClients(term: string) {
  const query = useInfiniteQuery({
    queryKey: ['platform', 'clients', term],
    queryFn: ({ pageParam, signal }) =>
      api.get<{ companies: CompanyRow[]; hasMore: boolean }>(
        '/companies',
        { searchParam: term.toLowerCase(), pageNumber: pageParam },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
  return {
    clients: query.data?.pages.flatMap(({ companies }) => companies) ?? [],
    error: query.error,
    isLoading: query.isLoading || query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}
