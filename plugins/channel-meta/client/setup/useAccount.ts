import { api } from '@balcao/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AccountView } from '../../contract.ts';

export const pathOf = (connectionId: number): string => `/meta/connections/${connectionId}`;
export const accountKey = (connectionId: number) => ['meta', connectionId, 'account'] as const;

/** Fetches the account of a connection. */
export const useAccount = (connectionId: number): UseQueryResult<AccountView> =>
  useQuery({
    queryKey: accountKey(connectionId),
    queryFn: ({ signal }) => api.get<AccountView>(pathOf(connectionId), {}, { signal }),
  });
