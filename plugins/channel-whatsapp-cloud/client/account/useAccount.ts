import { api } from '@balcao/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AccountView } from '../../contract.ts';

export const pathOf = (connectionId: number): string => `/whatsapp-cloud/connections/${connectionId}`;
export const accountKey = (connectionId: number) => ['whatsapp-cloud', connectionId, 'account'] as const;

const pollEveryMs = 5_000;

/** Fetches the account. Polls until Meta has called, since somebody is about to paste the address there. */
export const useAccount = (connectionId: number): UseQueryResult<AccountView> =>
  useQuery({
    queryKey: accountKey(connectionId),
    queryFn: ({ signal }) => api.get<AccountView>(pathOf(connectionId), {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.has.verifyToken && (!state.data.verifiedAt || !state.data.lastCallAt) ? pollEveryMs : false,
  });
