import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import { isMetaChannel, type ThreadView } from '../../contract.ts';

export const threadKey = (ticketId: number) => ['meta', 'thread', ticketId] as const;

/** Fetches what Meta tells of a conversation and its person. */
export const useThread = ({ id, channel }: TicketView, isWanted: boolean): UseQueryResult<ThreadView> =>
  useQuery({
    queryKey: threadKey(id),
    queryFn: ({ signal }) => api.get<ThreadView>(`/meta/tickets/${id}`, {}, { signal }),
    enabled: isWanted && isMetaChannel(channel),
  });
