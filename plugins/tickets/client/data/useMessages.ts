import { notifyManager, useInfiniteQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queryClient } from '@balcao/sdk/client';
import type { MessageView } from '../../contract.ts';
import { Arrivals } from '../model/arrivals.ts';
import {
  applyMessage,
  newestPages,
  messagesOf,
  nextMessagePage,
  maxPages,
  cursorAbove,
  cursorBelow,
} from '../model/conversation.ts';
import type { MessagePage, MessagePages, MessageCursor } from '../model/conversation.ts';
import { ticketKeys } from './ticket-cache.ts';

/** Value of `searchParam` that selects media only. */
export const onlyMedia = 'ONLY_MEDIA';

const arrivals = new Arrivals();

async function readPage(ticketId: number, place: MessageCursor, signal?: AbortSignal): Promise<MessagePage> {
  const caughtUp = arrivals.watch(ticketId);
  const answer = await api.get<MessagePage>(`/messages/${ticketId}`, { ...place }, signal ? { signal } : {});
  // A page before a message is followed by that message.
  const page = place.before === undefined ? answer : { ...answer, hasNewer: true };
  return caughtUp(page, !page.hasNewer);
}

const threadQuery = (ticketId: number) => ({
  queryKey: ticketKeys.messages(ticketId),
  queryFn: ({ pageParam, signal }: { pageParam: MessageCursor; signal: AbortSignal }) =>
    readPage(ticketId, pageParam, signal),
  initialPageParam: {} as MessageCursor,
  getNextPageParam: cursorAbove,
  getPreviousPageParam: cursorBelow,
  maxPages: maxPages,
  staleTime: 20_000,
});

const foundQuery = (ticketId: number, searchParam: string) => ({
  queryKey: [...ticketKeys.messages(ticketId), searchParam],
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    api.get<MessagePage>(`/messages/${ticketId}`, { pageNumber: pageParam, searchParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (_last: MessagePage, pages: MessagePage[]) => nextMessagePage(pages),
  staleTime: 20_000,
});

/**
 * The messages of a conversation from its end, or around the target of a jump; pages on both sides are loaded as
 * needed.
 */
export function useMessages(ticketId: number) {
  const query = useInfiniteQuery(threadQuery(ticketId));
  const messages = useMemo(() => messagesOf(query.data), [query.data]);
  return { ...query, messages };
}

/** Search results in a conversation; older ones are loaded as needed. */
export function useFoundMessages(ticketId: number, searchParam: string) {
  const query = useInfiniteQuery({ ...foundQuery(ticketId, searchParam), enabled: searchParam !== '' });
  const messages = useMemo(() => messagesOf(query.data), [query.data]);
  return { ...query, messages };
}

/** Prefetches messages of a conversation that is about to be opened. */
export const prefetchMessages = (client: QueryClient, ticketId: number): void =>
  void client.prefetchInfiniteQuery(threadQuery(ticketId));

/** Counts jumps: the response of an earlier one is discarded. */
let jumps = 0;
/** Cancels a pending jump, because the reader goes to a loaded message. */
export const cancelJump = (): void => void (jumps += 1);

/**
 * Shows another part of the conversation: around a message, or the newest (`{}`). False: the reader went elsewhere
 * meanwhile.
 */
export async function showPosition(ticketId: number, place: MessageCursor): Promise<boolean> {
  const going = (jumps += 1);
  const queryKey = ticketKeys.messages(ticketId);
  const page = await readPage(ticketId, place);
  const isShown = queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive() ?? false;
  if (going !== jumps || !isShown) return false;
  // A requested page belongs to where the reader was.
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<MessagePages>(queryKey, { pages: [page], pageParams: [place] });
  return true;
}

/** Drops older pages of a reader at the end, who needs only the nearest messages. */
export function dropOldPages(ticketId: number): void {
  queryClient.setQueryData<MessagePages>(ticketKeys.messages(ticketId), (data) => data && newestPages(data));
}

/** Keeps only the newest page of a conversation that was left, so that it opens at once and at its end. */
export function keepNewestPage(ticketId: number): void {
  const queryKey = ticketKeys.messages(ticketId);
  // In a later task, because another part of the screen may take it over at the same time.
  setTimeout(() => {
    const query = queryClient.getQueryCache().find<MessagePages>({ queryKey, exact: true });
    const data = query?.state.data;
    if (!data || query.getObserversCount() > 0) return;
    if (data.pages[0]?.hasNewer) queryClient.removeQueries({ queryKey, exact: true });
    else
      queryClient.setQueryData<MessagePages>(queryKey, newestPages(data, 1), { updatedAt: query.state.dataUpdatedAt });
  });
}

/** Applies live messages, in the order in which they were published. */
export const messagesArrived = (messages: readonly MessageView[]): void =>
  notifyManager.batch(() => messages.forEach(messageArrived));

export function messageArrived(message: MessageView): void {
  arrivals.note(message);
  queryClient.setQueryData<MessagePages>(
    ticketKeys.messages(message.ticketId),
    (data) => data && applyMessage(data, message),
  );
}

/** Applies the server's response about one message, requested at `asked`: later live updates are newer. */
export function messageAnswered(message: MessageView, asked = 0): void {
  if (!arrivals.has(message.id, asked)) messageArrived(message);
}

/** Returns the stored message with this id, if it is loaded. */
export const knownMessage = (ticketId: number, id: number): MessageView | undefined =>
  queryClient
    .getQueryData<MessagePages>(ticketKeys.messages(ticketId))
    ?.pages.flatMap((page) => page.messages)
    .find((message) => message.id === id);
