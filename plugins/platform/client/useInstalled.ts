import { useMemo } from 'react';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, useLanguage, useRoom } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { inOrder, type InstalledPlugin } from './installed.ts';

export const installedKey = ['platform', 'installed'] as const;
export const companiesKey = ['platform', 'installed-companies'] as const;
const companyRoom = room('kernel.company');
const pollMs = 30_000;

export const refetchInstalled = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: installedKey });

/** Loads the installed plugins, those in trouble first. Refetched when the window is focused, and every half minute. */
export function useInstalled() {
  const queries = useQueryClient();
  const language = useLanguage();
  const query = useQuery({
    queryKey: [...installedKey, language],
    queryFn: ({ signal }) => api.get<{ plugins: InstalledPlugin[] }>('/platform/installed', {}, { signal }),
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  });
  useRoom(
    companyRoom,
    {},
    {
      module: () => {
        void refetchInstalled(queries);
        void queries.invalidateQueries({ queryKey: companiesKey });
      },
    },
    { queryKeys: [installedKey, companiesKey] },
  );
  const plugins = useMemo(() => query.data && inOrder(query.data.plugins), [query.data]);
  return { plugins, error: query.error, isStale: query.isError && query.data !== undefined, refetch: query.refetch };
}
