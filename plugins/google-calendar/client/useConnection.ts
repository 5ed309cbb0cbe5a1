import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ConnectionView } from '../contract.ts';

export const connectionKey = ['google-calendar', 'connection'] as const;
const syncingMs = 1_500;
const restingMs = 60_000;
/** Without a channel changes at Google are looked for so often while the page is open. */
const askMs = 180_000;

/** Asks for a sync. That there is no connection is no news: the card tells it. */
export const startSync = (): Promise<unknown> => api.get('/google/sync').catch(() => undefined);

/** Fetches the state of the person’s calendar at Google, and keeps it current while the page is open. */
export const useConnection = () => {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: connectionKey,
    queryFn: ({ signal }) => api.get<ConnectionView>('/google/check-connection', {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.account?.isSyncing ? syncingMs : restingMs),
  });
  const account = query.data?.account;
  const asks = account != null && account.state !== 'needs-consent' && !account.hasChannel;
  useEffect(() => {
    if (!asks) return undefined;
    const timer = setInterval(() => void startSync(), askMs);
    return () => clearInterval(timer);
  }, [asks]);
  const renew = () => queries.invalidateQueries({ queryKey: connectionKey });
  return { ...query, renew };
};
