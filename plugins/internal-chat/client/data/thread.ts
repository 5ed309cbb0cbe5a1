import type { QueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
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

const withChange = (messages: ChatMessageView[], message: ChatMessageView): ChatMessageView[] =>
  messages.map((each) => {
    if (each.id === message.id) return message;
    if (each.quoted?.id !== message.id) return each;
    const { isDeleted, message: words, mentions } = message;
    return { ...each, quoted: { ...each.quoted, isDeleted, mentions, message: words } };
  });

/** Pages on their way, with the changes that arrived meanwhile: a page may have been read before them. */
const requested = new Set<{ chatId: number; changes: ChatMessageView[] }>();

/** Requests a page of a chat, and returns it with what was edited, deleted or reacted to since the request. */
export const requestPage = async (chatId: number, query: object, signal?: AbortSignal): Promise<MessagePage> => {
  const request = { chatId, changes: [] as ChatMessageView[] };
  requested.add(request);
  try {
    const page = await api.get<MessagePage>(`/chats/${chatId}/messages`, { ...query }, signal ? { signal } : {});
    return { ...page, records: request.changes.reduce(withChange, page.records) };
  } finally {
    requested.delete(request);
  }
};

/** Replaces a message that was edited, deleted or reacted to, here and where it is quoted. */
export const replaceMessage = (queries: QueryClient, message: ChatMessageView): void => {
  for (const { chatId, changes } of requested) if (chatId === message.chatId) changes.push(message);
  const change = (thread: Thread | undefined): Thread | undefined =>
    thread && { ...thread, messages: withChange(thread.messages, message) };
  queries.setQueryData<Thread>(threadKey(message.chatId), change);
  queries.setQueriesData<Thread>({ queryKey: partsKey(message.chatId) }, change);
};
