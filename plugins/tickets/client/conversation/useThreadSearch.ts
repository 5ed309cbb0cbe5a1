import { useCallback, useState } from 'react';
import type { MessageView } from '../../contract.ts';
import { onlyMedia, useFoundMessages } from '../data/useMessages.ts';
import { messagesOf } from '../model/message-pages.ts';

export interface ThreadSearch {
  term: string;
  onlyMedia: boolean;
}

/** Returns the search parameter of the request; '' while there is none. */
const paramOf = (search: ThreadSearch | undefined): string =>
  search ? search.term || (search.onlyMedia ? onlyMedia : '') : '';
const wanted = (messages: readonly MessageView[], search: ThreadSearch | undefined): readonly MessageView[] =>
  search?.onlyMedia ? messages.filter((message) => message.mediaType !== null) : messages;

/** Search in one conversation: its results, and the one that is shown in place. */
export function useThreadSearch(ticketId: number, onGo: (messageId: number) => void) {
  const [search, setSearch] = useState<ThreadSearch>();
  const [shownResult, setShownResult] = useState<number>();
  const found = useFoundMessages(ticketId, paramOf(search));
  const messages = wanted(found.messages, search);
  const index = shownResult === undefined ? -1 : messages.findIndex(({ id }) => id === shownResult);

  const showResult = useCallback(
    (message: MessageView | undefined): void => {
      if (!message) return;
      setShownResult(message.id);
      onGo(message.id);
    },
    [onGo],
  );
  const change = useCallback((next: ThreadSearch | undefined): void => {
    setSearch(next);
    setShownResult(undefined);
  }, []);
  /** Goes to the previous (-1) or next result; newest first. Older results are loaded on the way. */
  const step = async (by: 1 | -1): Promise<void> => {
    if (messages.length === 0) return;
    if (index < 0) return showResult(messages.at(-1));
    const next = messages[index + by];
    if (next || by > 0 || !found.hasNextPage) return showResult(next);
    const all = wanted(messagesOf((await found.fetchNextPage()).data), search);
    showResult(all[all.findIndex(({ id }) => id === messages[index]?.id) - 1]);
  };
  return {
    search,
    change,
    found,
    messages,
    /** Its position among the results, the newest being 1; 0: the results are listed. */
    place: index < 0 ? 0 : messages.length - index,
    shownResult,
    showResult,
    step,
    /** Returns to the list of results. */
    list: useCallback(() => setShownResult(undefined), []),
    /** There is something to search for. */
    isAsking: paramOf(search) !== '',
  };
}
export type SearchOfThread = ReturnType<typeof useThreadSearch>;
