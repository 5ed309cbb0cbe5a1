import { useCallback, useState } from 'react';
import type { MessageView } from '../../contract.ts';
import { onlyMedia, useFoundMessages } from '../data/useMessages.ts';
import { messagesOf } from '../model/conversation.ts';

export interface ThreadSearch {
  term: string;
  onlyMedia: boolean;
}

/** What the server is asked for; '' when there is nothing to ask yet. */
const paramOf = (search: ThreadSearch | undefined): string =>
  search ? search.term || (search.onlyMedia ? onlyMedia : '') : '';
const wanted = (messages: readonly MessageView[], search: ThreadSearch | undefined): readonly MessageView[] =>
  search?.onlyMedia ? messages.filter((message) => message.mediaType !== null) : messages;

/** Search within one conversation: its finds, and the one of them that is being looked at in its place. */
export function useThreadSearch(ticketId: number, onGo: (messageId: number) => void) {
  const [search, setSearch] = useState<ThreadSearch>();
  const [visited, setVisited] = useState<number>();
  const found = useFoundMessages(ticketId, paramOf(search));
  const messages = wanted(found.messages, search);
  const index = visited === undefined ? -1 : messages.findIndex(({ id }) => id === visited);

  const visit = useCallback(
    (message: MessageView | undefined): void => {
      if (!message) return;
      setVisited(message.id);
      onGo(message.id);
    },
    [onGo],
  );
  const change = useCallback((next: ThreadSearch | undefined): void => {
    setSearch(next);
    setVisited(undefined);
  }, []);
  /** To the find before (-1) or after it; the newest one first. Older finds are fetched as one gets there. */
  const step = async (by: 1 | -1): Promise<void> => {
    if (messages.length === 0) return;
    if (index < 0) return visit(messages.at(-1));
    const next = messages[index + by];
    if (next || by > 0 || !found.hasNextPage) return visit(next);
    const all = wanted(messagesOf((await found.fetchNextPage()).data), search);
    visit(all[all.findIndex(({ id }) => id === messages[index]?.id) - 1]);
  };
  return {
    search,
    change,
    found,
    messages,
    /** Its place among the finds, the newest being 1; 0: the finds are listed. */
    place: index < 0 ? 0 : messages.length - index,
    visited,
    visit,
    step,
    /** Back to the list of finds. */
    list: useCallback(() => setVisited(undefined), []),
    /** There is something to find. */
    isAsking: paramOf(search) !== '',
  };
}
export type SearchOfThread = ReturnType<typeof useThreadSearch>;
