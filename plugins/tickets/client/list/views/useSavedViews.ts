import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queryClient } from '@balcao/sdk/client';
import type { SavedView } from '../../model/saved-views.ts';

export const viewsKey = ['tickets-views'] as const;

const fetchViews = (signal?: AbortSignal): Promise<SavedView[]> =>
  api.get<SavedView[]>('/tickets/views', {}, signal ? { signal } : {});

/** One's own views, in one's own order. */
export const useSavedViews = (): readonly SavedView[] => {
  const { data } = useQuery({ queryKey: viewsKey, queryFn: ({ signal }) => fetchViews(signal), staleTime: 5 * 60_000 });
  return useMemo(() => data ?? [], [data]);
};

/** Loads the views for a search by name, on any page. */
export const knownViews = (): Promise<SavedView[]> =>
  queryClient.ensureQueryData({ queryKey: viewsKey, queryFn: ({ signal }) => fetchViews(signal) });
