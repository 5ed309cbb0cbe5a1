import { useQuery, type QueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ConnectionRow } from './connection-row.ts';

export const connectionsKey = ['connections', 'list'] as const;

/** Fetches the connections of the company; `LiveConnections` updates them. */
export function useConnections() {
  const query = useQuery({
    queryKey: connectionsKey,
    queryFn: ({ signal }) => api.get<ConnectionRow[]>('/whatsapp', { session: 0 }, { signal }),
    staleTime: 5 * 60_000,
  });
  return { connections: query.data, error: query.error, refetch: query.refetch };
}

export const refetchConnections = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: connectionsKey });

/** Puts an answer into the list, before the live update arrives. */
export const putConnection = (queries: QueryClient, connection: ConnectionRow): void => {
  queries.setQueryData<ConnectionRow[]>(connectionsKey, (known) =>
    known?.map((one) => (one.id === connection.id ? connection : one)),
  );
};
