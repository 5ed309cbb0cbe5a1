import { api } from '@balcao/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ShownSite } from '../contract.ts';

export const siteKey = (connectionId: number) => ['webchat-site', connectionId] as const;

export const useSite = (connectionId: number): UseQueryResult<ShownSite> =>
  useQuery({
    queryKey: siteKey(connectionId),
    queryFn: ({ signal }) => api.get<ShownSite>(`/webchat-sites/${connectionId}`, {}, { signal }),
  });
