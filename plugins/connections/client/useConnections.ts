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

/**
 * Puts an answer into the list, before the live update arrives. A list that is on its way may be older and would undo
 * it, so that request is made anew.
 */
export const putConnection = async (queries: QueryClient, connection: ConnectionRow): Promise<void> => {
  const isUnderWay = queries.isFetching({ queryKey: connectionsKey }) > 0;
  if (isUnderWay) await queries.cancelQueries({ queryKey: connectionsKey });
  queries.setQueryData<ConnectionRow[]>(connectionsKey, (known) =>
    known?.map((one) => (one.id === connection.id ? connection : one)),
  );
  if (isUnderWay) void refetchConnections(queries);
};
