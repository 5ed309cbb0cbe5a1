import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { catchUp } from './catch-up.ts';
import { chatsKey, listKey, markedKey, patchChat, patchPerson, peopleKey, readUpTo, sharedKey, unreadKey } from './chats.ts';
import { addLive, partsKey, replaceMessage, threadKey } from './thread.ts';

/** Milliseconds between two requests for the same list or count, while changes go on. */
const pauseMs = 800;

/** Applies live messages to what the page has loaded. */
export class LiveCache {
  readonly #queries: QueryClient;
  readonly #userId: number;
  readonly #pauses = new Map<string, ReturnType<typeof setTimeout>>();
  /** Keys that changed again during their pause. */
  readonly #changed = new Set<string>();
  readonly #healing = new Set<number>();

  constructor(queries: QueryClient, userId: number) {
    this.#queries = queries;
    this.#userId = userId;
  }

  message(received: ChatMessageView): void {
    const message = this.#own(received);
    if (!addLive(this.#queries, message)) void this.heal(message.chatId);
    const counts = !message.fromMe && message.system === null;
    let isSound = true;
    const isListed = patchChat(this.#queries, message.chatId, (chat) => {
      if (message.seq <= chat.seq) return chat;
      isSound &&= message.seq === chat.seq + 1;
      return withLast(chat, message, counts, this.#userId);
    });
    // A list that is not loaded needs no request.
    if ((!isListed || !isSound) && this.#find(listKey).length > 0) this.#refetch(listKey);
    if (counts) this.#refetch(unreadKey);
    if (message.mediaUrl || message.ticketId) this.#refetch(sharedKey(message.chatId));
  }

  changed(received: ChatMessageView): void {
    replaceMessage(this.#queries, this.#own(received));
    this.chat(received.chatId);
    this.#refetch(sharedKey(received.chatId));
  }

  /** Reactions change no list and no count. */
  reacted(received: ChatMessageView): void {
    replaceMessage(this.#queries, this.#own(received));
  }

  chat(chatId: number): void {
    this.#refetch(listKey);
    this.#refetch(unreadKey);
    const isChat = ({ state }: Query): boolean => (state.data as ChatView | undefined)?.id === chatId;
    void this.#queries.invalidateQueries({ queryKey: chatsKey, predicate: isChat });
  }

  gone(chatId: number): void {
    for (const queryKey of [threadKey(chatId), partsKey(chatId), sharedKey(chatId)])
      this.#queries.removeQueries({ queryKey });
    this.chat(chatId);
  }

  read({ chatId, readSeq }: { chatId: number; readSeq: number }): void {
    let isWhole = true;
    patchChat(this.#queries, chatId, (chat) => {
      if (readSeq < chat.seq) isWhole = false;
      return readUpTo(chat, readSeq);
    });
    if (!isWhole) this.#refetch(listKey);
    // This window marked it itself, and fetches the count once that is stored.
    if ((this.#queries.getQueryData<number>(markedKey(chatId)) ?? 0) < readSeq) this.#refetch(unreadKey);
  }

  muted({ chatId, isMuted }: { chatId: number; isMuted: boolean }): void {
    patchChat(this.#queries, chatId, (chat) => ({ ...chat, isMuted }));
    this.#refetch(unreadKey);
  }

  presence({ userId, online }: { userId: number; online: boolean }): void {
    patchPerson(this.#queries, userId, (person) => ({
      ...person,
      online,
      lastOnline: online ? person.lastOnline : new Date().toISOString(),
    }));
  }

  /** Fetches what the person may have missed before the room was joined, or while the connection was away. */
  joined(missed: (query: Query) => boolean): void {
    // The newest pages too: besides new messages they show what was edited or deleted.
    const keys = [unreadKey, listKey, chatsKey, ['internal-chat', 'thread'], ['internal-chat', 'part'], ['internal-chat', 'shared']];
    for (const key of keys) if (this.#find(key).some(missed)) this.#refetch(key);
  }

  /** Fetches who is online, or only what missed people who came and went. */
  people(missed?: (query: Query) => boolean): void {
    for (const key of [listKey, chatsKey, peopleKey])
      if (!missed || this.#find(key).some(missed)) this.#refetch(key);
  }

  /** Fetches what a chat missed. */
  async heal(chatId: number): Promise<void> {
    if (this.#healing.has(chatId)) return;
    this.#healing.add(chatId);
    try {
      await catchUp(this.#queries, chatId);
    } catch {
      void this.#queries.invalidateQueries({ queryKey: threadKey(chatId) });
    } finally {
      this.#healing.delete(chatId);
    }
  }

  stop(): void {
    for (const pause of this.#pauses.values()) clearTimeout(pause);
  }

  #own(message: ChatMessageView): ChatMessageView {
    return { ...message, fromMe: message.senderId === this.#userId };
  }
  #find(queryKey: QueryKey): Query[] {
    return this.#queries.getQueryCache().findAll({ queryKey });
  }

  /** Fetches again at once, and then at most once in each pause. */
  #refetch(key: QueryKey): void {
    const name = key.join();
    if (this.#pauses.has(name)) {
      this.#changed.add(name);
      return;
    }
    // The cache does not repeat a first request that is on its way, though its response may be older than the change.
    const isFirst = this.#find(key).some(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    if (isFirst) this.#changed.add(name);
    else this.#changed.delete(name);
    void this.#queries.invalidateQueries({ queryKey: key });
    const onward = (): void => {
      this.#pauses.delete(name);
      if (this.#changed.has(name)) this.#refetch(key);
    };
    this.#pauses.set(name, setTimeout(onward, pauseMs));
  }
}

const withLast = (chat: ChatView, message: ChatMessageView, counts: boolean, userId: number): ChatView => {
  const isMentioned = message.quotedUsersId.includes(userId) || message.message.includes('@[0]');
  const unread = counts && message.seq > chat.readSeq;
  return {
    ...chat,
    seq: message.seq,
    updatedAt: message.createdAt,
    lastMessage: message.message.slice(0, 200),
    last: {
      seq: message.seq,
      senderId: message.senderId,
      senderName: message.sender.name,
      mediaType: message.mediaType,
      system: message.system,
      ticketId: message.ticketId,
      mentions: message.mentions,
      createdAt: message.createdAt,
    },
    ...(message.fromMe && { readSeq: message.seq, unreads: 0, mentionedIn: 0 }),
    ...(unread && {
      unreads: Math.min(100, chat.unreads + 1),
      mentionedIn: chat.mentionedIn + (isMentioned ? 1 : 0),
    }),
  };
};
