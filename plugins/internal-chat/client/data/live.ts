import type { QueryClient } from '@tanstack/react-query';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { chatKey, listKey, patchChat, patchPerson, readUpTo, unreadKey } from './chats.ts';
import { addLive, replaceMessage, threadKey, type Thread } from './thread.ts';
import { catchUp } from './useThread.ts';

/** Milliseconds in which changes of lists and counts are gathered into one request. */
const gatherMs = 800;

/** Applies live messages to what the page has loaded. */
export class LiveCache {
  readonly #queries: QueryClient;
  readonly #userId: number;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
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
    if ((!isListed || !isSound) && this.#queries.getQueryCache().find({ queryKey: listKey, exact: false }))
      this.#soon('list');
    if (counts) this.#soon('unread');
  }

  changed(received: ChatMessageView): void {
    replaceMessage(this.#queries, this.#own(received));
    this.#soon('list');
    this.#soon('unread');
    void this.#queries.invalidateQueries({ queryKey: chatKey(received.chatId) });
  }

  chat(chatId: number): void {
    this.#soon('list');
    this.#soon('unread');
    void this.#queries.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        queryKey[0] === 'internal-chat' && queryKey[1] === 'chat' && (state.data as ChatView | undefined)?.id === chatId,
    });
  }

  gone(chatId: number): void {
    this.#queries.removeQueries({ queryKey: threadKey(chatId) });
    this.chat(chatId);
  }

  read({ chatId, readSeq }: { chatId: number; readSeq: number }): void {
    let isWhole = true;
    patchChat(this.#queries, chatId, (chat) => {
      if (readSeq < chat.seq) isWhole = false;
      return readUpTo(chat, readSeq);
    });
    if (!isWhole) this.#soon('list');
    this.#soon('unread');
  }

  muted({ chatId, isMuted }: { chatId: number; isMuted: boolean }): void {
    patchChat(this.#queries, chatId, (chat) => ({ ...chat, isMuted }));
    this.#soon('unread');
  }

  presence({ userId, online }: { userId: number; online: boolean }): void {
    patchPerson(this.#queries, userId, (person) => ({
      ...person,
      online,
      lastOnline: online ? person.lastOnline : new Date().toISOString(),
    }));
  }

  /** Fetches what a chat missed. */
  async heal(chatId: number): Promise<void> {
    if (this.#healing.has(chatId)) return;
    this.#healing.add(chatId);
    try {
      await catchUp(
        chatId,
        () => this.#queries.getQueryData<Thread>(threadKey(chatId)),
        (thread) => this.#queries.setQueryData<Thread>(threadKey(chatId), thread),
      );
    } catch {
      void this.#queries.invalidateQueries({ queryKey: threadKey(chatId) });
    } finally {
      this.#healing.delete(chatId);
    }
  }

  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }

  #own(message: ChatMessageView): ChatMessageView {
    return { ...message, fromMe: message.senderId === this.#userId };
  }
  #soon(what: 'list' | 'unread'): void {
    if (this.#waiting.has(what)) return;
    const run = (): void => {
      this.#waiting.delete(what);
      void this.#queries.invalidateQueries({ queryKey: what === 'list' ? listKey : unreadKey });
    };
    this.#waiting.set(what, setTimeout(run, gatherMs));
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
