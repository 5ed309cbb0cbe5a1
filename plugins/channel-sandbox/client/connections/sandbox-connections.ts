import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, useRoom, useToasts } from '@balcao/sdk/client';
import { connectionsRoom, type ConnectionStatus } from '@balcao/connections/contract';
import { useState } from 'react';

/** A connection of the simulated network. */
export interface SandboxConnection {
  id: number;
  name: string;
  status: ConnectionStatus;
  qrcode: string;
  paired: boolean;
  cut: boolean;
  latencyMs: number;
}

const connectionsKey = ['sandbox', 'lines'] as const;
export const refetchConnections = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: connectionsKey });

/** Fetches the connections, with live updates. */
export function useSandboxConnections() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: connectionsKey,
    queryFn: ({ signal }) => api.get<SandboxConnection[]>('/sandbox', {}, { signal }),
  });
  const again = (): void => void refetchConnections(queries);
  useRoom(connectionsRoom, {}, { update: again, delete: again }, { queryKeys: [connectionsKey] });
  return { connections: query.data, error: query.error, refetch: query.refetch };
}

/** Returns the actions on a connection, one at a time, and displays failures. */
export function useConnectionActions(connection: SandboxConnection) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const run = async (call: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call();
      await refetchConnections(queries);
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  const path = `/sandbox/${connection.id}`;
  return {
    isBusy,
    /** The phone scans this code; without one it scans the displayed code. */
    pair: (code?: string) => run(() => api.post(`${path}/pair`, code === undefined ? {} : { code })),
    unpair: () => run(() => api.delete(`${path}/pair`)),
    setCut: (cut: boolean) => run(() => api.put(`${path}/link`, { cut })),
    setLatency: (latencyMs: number) => run(() => api.put(`${path}/link`, { latencyMs })),
  };
}
