import { notifyManager, useInfiniteQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, queryClient } from '@balcao/sdk/client';
import type { MessageView } from '../../contract.ts';
import { Arrivals } from '../model/arrivals.ts';
import {
  applyMessage,
  keepNewest,
  messagesOf,
  nextMessagePage,
  pagesKept,
  placeAbove,
  placeBelow,
} from '../model/conversation.ts';
import type { MessagePage, MessagePages, PagePlace } from '../model/conversation.ts';
import { ticketKeys } from './ticketCache.ts';

/** `searchParam` that asks for media alone. */
export const onlyMedia = 'ONLY_MEDIA';

const arrivals = new Arrivals();

async function readPage(ticketId: number, place: PagePlace, signal?: AbortSignal): Promise<MessagePage> {
  const caughtUp = arrivals.watch(ticketId);
  const answer = await api.get<MessagePage>(`/messages/${ticketId}`, { ...place }, signal ? { signal } : {});
  // What lies before a message has that message after it.
  const page = place.before === undefined ? answer : { ...answer, hasNewer: true };
  return caughtUp(page, !page.hasNewer);
}

const threadQuery = (ticketId: number) => ({
  queryKey: ticketKeys.messages(ticketId),
  queryFn: ({ pageParam, signal }: { pageParam: PagePlace; signal: AbortSignal }) =>
    readPage(ticketId, pageParam, signal),
  initialPageParam: {} as PagePlace,
  getNextPageParam: placeAbove,
  getPreviousPageParam: placeBelow,
  maxPages: pagesKept,
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

/** The conversation from its newest end or wherever a jump led; pages come on both sides as they are asked for. */
export function useMessages(ticketId: number) {
  const query = useInfiniteQuery(threadQuery(ticketId));
  const messages = useMemo(() => messagesOf(query.data), [query.data]);
  return { ...query, messages };
}

/** What of a conversation was found; older finds come as they are asked for. */
export function useFoundMessages(ticketId: number, searchParam: string) {
  const query = useInfiniteQuery({ ...foundQuery(ticketId, searchParam), enabled: searchParam !== '' });
  const messages = useMemo(() => messagesOf(query.data), [query.data]);
  return { ...query, messages };
}

/** Somebody is about to open it. */
export const prefetchMessages = (client: QueryClient, ticketId: number): void =>
  void client.prefetchInfiniteQuery(threadQuery(ticketId));

/** Counts the places that were gone to: an answer about an earlier one comes too late. */
let goings = 0;
/** The reader goes somewhere that is loaded, and to no place that is still being asked for. */
export const stayHere = (): void => void (goings += 1);

/**
 * Puts another place of the conversation on the screen: round a message, or the newest (`{}`). False: the reader went
 * elsewhere meanwhile.
 */
export async function showPlace(ticketId: number, place: PagePlace): Promise<boolean> {
  const going = (goings += 1);
  const queryKey = ticketKeys.messages(ticketId);
  const page = await readPage(ticketId, place);
  const isShown = queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive() ?? false;
  if (going !== goings || !isShown) return false;
  // A page that was asked for belongs to where the reader was.
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<MessagePages>(queryKey, { pages: [page], pageParams: [place] });
  return true;
}

/** Whoever reads the newest needs no more than what is near it, however much arrives. */
export function forgetOld(ticketId: number): void {
  queryClient.setQueryData<MessagePages>(ticketKeys.messages(ticketId), (data) => data && keepNewest(data));
}

/** It is left: what stays known is its newest page, so that it opens at once and at its end. */
export function leaveMessages(ticketId: number): void {
  const queryKey = ticketKeys.messages(ticketId);
  // Later, for another part of the screen may take it over in the same moment.
  setTimeout(() => {
    const query = queryClient.getQueryCache().find<MessagePages>({ queryKey, exact: true });
    const data = query?.state.data;
    if (!data || query.getObserversCount() > 0) return;
    if (data.pages[0]?.hasNewer) queryClient.removeQueries({ queryKey, exact: true });
    else
      queryClient.setQueryData<MessagePages>(queryKey, keepNewest(data, 1), { updatedAt: query.state.dataUpdatedAt });
  });
}

/** Told live, in the order they were told. */
export const messagesArrived = (messages: readonly MessageView[]): void =>
  notifyManager.batch(() => messages.forEach(messageArrived));

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

/** The stored message with this id, as far as it is loaded. */
export const knownMessage = (ticketId: number, id: number): MessageView | undefined =>
  queryClient
    .getQueryData<MessagePages>(ticketKeys.messages(ticketId))
    ?.pages.flatMap((page) => page.messages)
    .find((message) => message.id === id);
