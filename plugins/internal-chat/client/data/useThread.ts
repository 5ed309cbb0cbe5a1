import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatView } from '../../contract.ts';
import { catchUp } from './catch-up.ts';
import { firstSeq, joined, lastSeq, merged, partKey, requestPage, threadKey, type Thread } from './thread.ts';

/** Messages of a page. */
const perPage = 40;
/** Messages that are loaded after one that is jumped to; the rest of its page comes before it. */
const following = 20;

/**
 * The messages of a chat: its end, or a part far back that was jumped to. Scrolling loads more on both sides of the
 * part, which becomes one with the end when it reaches it.
 */
export const useThread = ({ id: chatId, seq }: Pick<ChatView, 'id' | 'seq'>) => {
  const queries = useQueryClient();
  const isLoading = useRef(false);
  const [around, setAround] = useState<number>();
  const end = useQuery({
    queryKey: threadKey(chatId),
    queryFn: async ({ signal }): Promise<Thread> => {
      const page = await requestPage(chatId, {}, signal);
      const newest = { messages: page.records, hasOlder: page.hasMore };
      const known = queries.getQueryData<Thread>(threadKey(chatId));
      // Older pages stay, unless too much came since to join both. What arrived live meanwhile stays as well.
      return (known && joined(known, newest)) ?? newest;
    },
    staleTime: 60_000,
  });
  const part = useQuery({
    queryKey: partKey(chatId, around ?? 0),
    queryFn: async ({ signal }): Promise<Thread> => {
      const page = await requestPage(chatId, { beforeSeq: (around ?? 0) + following + 1 }, signal);
      const known = queries.getQueryData<Thread>(partKey(chatId, around ?? 0));
      return known
        ? { ...known, messages: merged(known.messages, page.records) }
        : { messages: page.records, hasOlder: page.hasMore };
    },
    enabled: around !== undefined,
    staleTime: 60_000,
    // From one message far back to another, the view does not jump to the end between both.
    placeholderData: keepPreviousData,
  });

  // A message may have come live while the first page was on its way.
  const last = lastSeq(end.data);
  const healed = useRef(0);
  useEffect(() => {
    if (!end.data || end.isFetching || seq <= Math.max(last ?? 0, healed.current)) return;
    healed.current = seq;
    void catchUp(queries, chatId).catch(() => (healed.current = 0));
  }, [chatId, end.data, end.isFetching, last, queries, seq]);

  const away = around === undefined ? undefined : part.data;
  useEffect(() => {
    const whole = away && end.data && joined(away, end.data);
    if (!whole) return;
    queries.setQueryData<Thread>(threadKey(chatId), whole);
    setAround(undefined);
  }, [away, chatId, end.data, queries]);

  // Pages that were scrolled to are not kept: the chat opens again at its end, at once.
  useEffect(
    () => () =>
      void queries.setQueryData<Thread>(threadKey(chatId), (thread) =>
        thread && thread.messages.length > perPage
          ? { messages: thread.messages.slice(-perPage), hasOlder: true }
          : thread,
      ),
    [chatId, queries],
  );

  const shown = away ?? end.data;
  const load = useCallback(
    async (side: 'older' | 'newer'): Promise<void> => {
      const key = around === undefined ? threadKey(chatId) : partKey(chatId, around);
      const known = queries.getQueryData<Thread>(key);
      const edge = side === 'older' ? firstSeq(known) : lastSeq(known);
      if (edge === undefined || isLoading.current || (side === 'older' && !known?.hasOlder)) return;
      isLoading.current = true;
      try {
        const page = await requestPage(chatId, side === 'older' ? { beforeSeq: edge } : { afterSeq: edge });
        queries.setQueryData<Thread>(key, (thread) =>
          thread && {
            messages: merged(thread.messages, page.records),
            hasOlder: side === 'older' ? page.hasMore : thread.hasOlder,
          },
        );
      } catch {
        // Scrolling on requests it again.
      } finally {
        isLoading.current = false;
      }
    },
    [around, chatId, queries],
  );
  return {
    data: shown,
    /** The end of the chat, whatever is shown. */
    end: end.data,
    error: end.error,
    refetch: end.refetch,
    /** A part far back is shown, and more messages follow it. */
    isAway: away !== undefined,
    /** The message whose part is wanted. */
    around,
    /** Why that part could not be loaded. */
    partError: around === undefined ? null : part.error,
    /** It was loaded, and the message is not among those that the reader may see. */
    isGone:
      around !== undefined &&
      part.isSuccess &&
      !part.isPlaceholderData &&
      !part.data.messages.some((message) => message.seq === around),
    load,
    /** Shows the part around a message, or with undefined the end. */
    show: setAround,
  };
};
