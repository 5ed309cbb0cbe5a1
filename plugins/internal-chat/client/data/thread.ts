import type { QueryClient } from '@tanstack/react-query';
import type { ChatMessageView } from '../../contract.ts';

/** The loaded end of a chat: without gaps, oldest first. */
export interface Thread {
  messages: ChatMessageView[];
  hasOlder: boolean;
}
export interface MessagePage {
  records: ChatMessageView[];
  hasMore: boolean;
}

export const threadKey = (chatId: number) => ['internal-chat', 'thread', chatId] as const;

/** Adds messages, each once, in the order of their positions; a later version of one replaces it. */
export const merged = (known: readonly ChatMessageView[], more: readonly ChatMessageView[]): ChatMessageView[] => {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  for (const message of more) bySeq.set(message.seq, message);
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
};

/**
 * Adds a live message. False: messages before it are missing, because the connection was away, so they must be fetched.
 */
export const addLive = (queries: QueryClient, message: ChatMessageView): boolean => {
  const thread = queries.getQueryData<Thread>(threadKey(message.chatId));
  if (!thread) return true;
  const last = thread.messages.at(-1)?.seq;
  if (last !== undefined && message.seq > last + 1) return false;
  queries.setQueryData<Thread>(threadKey(message.chatId), { ...thread, messages: merged(thread.messages, [message]) });
  return true;
};

/** Replaces a message that was edited, deleted or reacted to, here and where it is quoted. */
export const replaceMessage = (queries: QueryClient, message: ChatMessageView): void => {
  queries.setQueryData<Thread>(threadKey(message.chatId), (thread) => {
    if (!thread) return thread;
    const messages = thread.messages.map((each): ChatMessageView => {
      if (each.id === message.id) return message;
      if (each.quoted?.id !== message.id) return each;
      const { isDeleted, message: words, mentions } = message;
      return { ...each, quoted: { ...each.quoted, isDeleted, mentions, message: words } };
    });
    return { ...thread, messages };
  });
};
