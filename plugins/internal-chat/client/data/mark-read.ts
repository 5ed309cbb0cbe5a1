import type { QueryClient } from '@tanstack/react-query';
import { listKey, markedKey, patchChat, readUpTo, shownAsRead, unreadKey } from './chats.ts';

/**
 * Marks a chat as read up to a position, and shows it at once: the live message about it may come late, and not at all
 * while the connection is away. Throws if the server did not store it; the counts of the server are then shown again.
 */
export const markRead = async (
  queries: QueryClient,
  { chatId, seq }: { chatId: number; seq: number },
  store: () => Promise<{ readSeq: number }>,
): Promise<void> => {
  const key = markedKey(chatId);
  queries.setQueryData<number>(key, (known = 0) => Math.max(known, seq));
  patchChat(queries, chatId, (chat) => shownAsRead(queries, chat));
  try {
    const { readSeq } = await store();
    patchChat(queries, chatId, (chat) => readUpTo(chat, readSeq));
    void queries.invalidateQueries({ queryKey: unreadKey });
  } catch (error) {
    if (queries.getQueryData<number>(key) === seq) queries.removeQueries({ queryKey: key, exact: true });
    void queries.invalidateQueries({ queryKey: listKey });
    throw error;
  }
};
