import { notifyManager, useInfiniteQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queryClient } from '@balcao/sdk/client';
import type { MessageView } from '../../contract.ts';
import {
  applyMessage,
  maxPages,
  messagesOf,
  newerCursor,
  newestPages,
  nextPageNumber,
  olderCursor,
} from '../model/message-pages.ts';
import type { MessagePage, MessagePages, MessageCursor } from '../model/message-pages.ts';
import { RecentUpdates } from '../model/recent-updates.ts';
import { ticketKeys } from './ticket-cache.ts';

/** Value of `searchParam` that selects media only. */
export const onlyMedia = 'ONLY_MEDIA';

const recentUpdates = new RecentUpdates();

async function readPage(ticketId: number, cursor: MessageCursor, signal?: AbortSignal): Promise<MessagePage> {
  const applyUpdates = recentUpdates.fromNow(ticketId);
  const response = await api.get<MessagePage>(`/messages/${ticketId}`, { ...cursor }, signal ? { signal } : {});
  // The server does not say it of a page before a message; at least that message is newer.
  const page = cursor.before === undefined ? response : { ...response, hasNewer: true };
  return applyUpdates(page, !page.hasNewer);
}

const threadQuery = (ticketId: number) => ({
  queryKey: ticketKeys.messages(ticketId),
  queryFn: ({ pageParam, signal }: { pageParam: MessageCursor; signal: AbortSignal }) =>
    readPage(ticketId, pageParam, signal),
  initialPageParam: {} as MessageCursor,
  getNextPageParam: olderCursor,
  getPreviousPageParam: newerCursor,
  maxPages,
  staleTime: 20_000,
});

/** Search results have no cursors, so that they are requested by page number. */
const foundQuery = (ticketId: number, searchParam: string) => ({
  queryKey: [...ticketKeys.messages(ticketId), searchParam],
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    api.get<MessagePage>(`/messages/${ticketId}`, { pageNumber: pageParam, searchParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (_last: MessagePage, pages: MessagePage[]) => nextPageNumber(pages),
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

/** Number of the latest jump: responses to earlier ones are discarded. */
let latestJump = 0;
/** Cancels a pending jump, because the reader goes to a loaded message. */
export const cancelJump = (): void => void (latestJump += 1);

/**
 * Jumps to another part of the conversation: replaces its loaded pages by the one around a message, or the newest
 * (`{}`). Returns false, also instead of an error, if the reader has gone elsewhere meanwhile; nothing is changed then.
 */
export async function showPosition(ticketId: number, cursor: MessageCursor): Promise<boolean> {
  const jump = (latestJump += 1);
  const queryKey = ticketKeys.messages(ticketId);
  const isOutdated = (): boolean =>
    jump !== latestJump || !queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive();
  let page: MessagePage;
  try {
    page = await readPage(ticketId, cursor);
  } catch (error) {
    if (isOutdated()) return false;
    throw error;
  }
  if (isOutdated()) return false;
  // A page that is being loaded would be added to those that the jump replaces.
  await queryClient.cancelQueries({ queryKey, exact: true });
  if (isOutdated()) return false;
  queryClient.setQueryData<MessagePages>(queryKey, { pages: [page], pageParams: [cursor] });
  return true;
}

/** Drops older pages of a reader at the end, who needs only the nearest messages. */
export function dropOldPages(ticketId: number): void {
  queryClient.setQueryData<MessagePages>(ticketKeys.messages(ticketId), (data) => data && newestPages(data));
}

/**
 * Resets a conversation that was left to its newest page, so that it opens at its end: at once if that page is loaded;
 * otherwise nothing of it is kept, and it is loaded anew.
 */
export function resetToNewestPage(ticketId: number): void {
  const queryKey = ticketKeys.messages(ticketId);
  // In a later task: if the conversation is shown elsewhere on the screen in the same render, that part has subscribed
  // by then, and its pages are left alone.
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
export const applyLiveMessages = (messages: readonly MessageView[]): void =>
  notifyManager.batch(() => messages.forEach(applyLiveMessage));

/** Applies a new or changed message, which counts as newer than every response to an earlier request. */
export function applyLiveMessage(message: MessageView): void {
  recentUpdates.record(message);
  queryClient.setQueryData<MessagePages>(
    ticketKeys.messages(message.ticketId),
    (data) => data && applyMessage(data, message),
  );
}

/**
 * Applies the message of an HTTP response, unless a live update of it was received since the request was sent at
 * `requestedAt` (`performance.now()`), because that is newer. Without a time any recent update counts.
 */
export function applyMessageResponse(message: MessageView, requestedAt = 0): void {
  if (!recentUpdates.has(message.id, requestedAt)) applyLiveMessage(message);
}

/** Returns the stored message with this id, if it is loaded. */
export const knownMessage = (ticketId: number, id: number): MessageView | undefined =>
  queryClient
    .getQueryData<MessagePages>(ticketKeys.messages(ticketId))
    ?.pages.flatMap((page) => page.messages)
    .find((message) => message.id === id);
