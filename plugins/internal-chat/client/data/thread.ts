import type { QueryClient } from '@tanstack/react-query';
import type { ChatMessageView } from '../../contract.ts';

/** A loaded part of a chat: without gaps, oldest first. */
export interface Thread {
  messages: ChatMessageView[];
  hasOlder: boolean;
}
export interface MessagePage {
  records: ChatMessageView[];
  hasMore: boolean;
}

/** The end of a chat, with what was loaded before it. */
export const threadKey = (chatId: number) => ['internal-chat', 'thread', chatId] as const;
export const partsKey = (chatId: number) => ['internal-chat', 'part', chatId] as const;
/** The part around a message far back, as long as it does not reach the end. */
export const partKey = (chatId: number, seq: number) => [...partsKey(chatId), seq] as const;

export const firstSeq = (thread: Thread | undefined): number | undefined => thread?.messages[0]?.seq;
export const lastSeq = (thread: Thread | undefined): number | undefined => thread?.messages.at(-1)?.seq;

/** Joins a part to the end of the chat; undefined: messages between both are missing. */
export const joined = (part: Thread, end: Thread): Thread | undefined => {
  const [last, first] = [lastSeq(part), firstSeq(end)];
  if (last === undefined || first === undefined || last < first - 1) return undefined;
  const older = (firstSeq(part) ?? first) < first ? part : end;
  return { messages: merged(part.messages, end.messages), hasOlder: older.hasOlder };
};

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
  const change = (thread: Thread | undefined): Thread | undefined => {
    if (!thread) return thread;
    const messages = thread.messages.map((each): ChatMessageView => {
      if (each.id === message.id) return message;
      if (each.quoted?.id !== message.id) return each;
      const { isDeleted, message: words, mentions } = message;
      return { ...each, quoted: { ...each.quoted, isDeleted, mentions, message: words } };
    });
    return { ...thread, messages };
  };
  queries.setQueryData<Thread>(threadKey(message.chatId), change);
  queries.setQueriesData<Thread>({ queryKey: partsKey(message.chatId) }, change);
};
