import { useInfiniteQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queryClient } from '@balcao/sdk/client';
import type { MessageView } from '../../contract.ts';
import { Arrivals } from '../model/arrivals.ts';
import { applyMessage, messagesOf, nextMessagePage } from '../model/conversation.ts';
import type { MessagePage, MessagePages } from '../model/conversation.ts';
import { ticketKeys } from './ticketCache.ts';

/** `searchParam` that asks for media alone. */
export const onlyMedia = 'ONLY_MEDIA';

const arrivals = new Arrivals();

const messagesQuery = (ticketId: number, searchParam: string) => ({
  queryKey: searchParam ? [...ticketKeys.messages(ticketId), searchParam] : ticketKeys.messages(ticketId),
  queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
    const caughtUp = arrivals.watch(ticketId);
    const page = await api.get<MessagePage>(
      `/messages/${ticketId}`,
      { pageNumber: pageParam, ...(searchParam ? { searchParam } : {}) },
      { signal },
    );
    return caughtUp(page, pageParam === 1 && searchParam === '');
  },
  initialPageParam: 1,
  getNextPageParam: (_last: MessagePage, pages: MessagePage[]) => nextMessagePage(pages),
  staleTime: 20_000,
});

/** The conversation, or what of it was found. Older pages come as they are asked for. */
export function useMessages(ticketId: number, searchParam = '') {
  const query = useInfiniteQuery(messagesQuery(ticketId, searchParam));
  const messages = useMemo(() => messagesOf(query.data), [query.data]);
  return { ...query, messages };
}

/** Somebody is about to open it. */
export const prefetchMessages = (client: QueryClient, ticketId: number): void =>
  void client.prefetchInfiniteQuery(messagesQuery(ticketId, ''));

export function messageArrived(message: MessageView): void {
  arrivals.note(message);
  queryClient.setQueryData<MessagePages>(
    ticketKeys.messages(message.ticketId),
    (data) => data && applyMessage(data, message),
  );
}

/** The server's answer about one message, asked for at `asked`: what was told live since then is newer. */
export function messageAnswered(message: MessageView, asked = 0): void {
  if (!arrivals.has(message.id, asked)) messageArrived(message);
}
