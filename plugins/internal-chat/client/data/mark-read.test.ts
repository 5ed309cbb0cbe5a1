import { QueryClient, QueryObserver, type InfiniteData } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ChatMessageView, ChatView } from '../../contract.ts';
import { chatKey, listKey, notOlder, shownAsRead, unreadKey, type ChatPage } from './chats.ts';
import { LiveCache } from './live.ts';
import { markRead } from './mark-read.ts';

const me = 7;
const unreadChat = { id: 1, seq: 5, readSeq: 2, unreads: 3, mentionedIn: 1, isMuted: false, users: [] } as unknown as ChatView;
const arriving = (seq: number): ChatMessageView =>
  ({
    id: seq,
    chatId: 1,
    seq,
    message: 'oi',
    senderId: 8,
    sender: { name: 'Renata' },
    quotedUsersId: [],
    mentions: [],
    system: null,
  }) as unknown as ChatMessageView;

const opened = () => {
  const queries = new QueryClient();
  const page: ChatPage = { records: [unreadChat], hasMore: false, count: 1 };
  queries.setQueryData<InfiniteData<ChatPage>>([...listKey, 'all', ''], { pages: [page], pageParams: [1] });
  queries.setQueryData<ChatView>(chatKey('uuid'), unreadChat);
  const row = () =>
    queries.getQueryData<InfiniteData<ChatPage>>([...listKey, 'all', ''])?.pages[0]?.records[0] ?? unreadChat;
  const stored = Promise.withResolvers<{ readSeq: number }>();
  const marked = markRead(queries, { chatId: 1, seq: 5 }, () => stored.promise);
  return { queries, row, stored, marked };
};

it('The row of an opened chat loses its number before the server has answered, and without a live message', async () => {
  const { row, stored, marked } = opened();
  expect([row().unreads, row().mentionedIn]).toEqual([0, 0]);
  stored.resolve({ readSeq: 5 });
  await marked;
  expect([row().unreads, row().readSeq]).toEqual([0, 5]);
});

it('A message that arrives while a chat is being marked as read counts, whichever answer comes last', async () => {
  const { queries, row, stored, marked } = opened();
  const live = new LiveCache(queries, me);
  live.message(arriving(6));
  expect(row().unreads).toBe(1);
  stored.resolve({ readSeq: 5 });
  await marked;
  live.read({ chatId: 1, readSeq: 5 });
  live.read({ chatId: 1, readSeq: 4 });
  live.stop();
  expect([row().unreads, row().readSeq]).toEqual([1, 5]);
});

it('A list that was counted before the chat was read does not bring the number back, and newer messages in it count', () => {
  const { queries } = opened();
  expect(shownAsRead(queries, unreadChat).unreads).toBe(0);
  expect(shownAsRead(queries, { ...unreadChat, seq: 6, unreads: 4 }).unreads).toBe(1);
});

it('A chat whose reading could not be stored shows what the server counts, and is marked again', async () => {
  const { queries, stored, marked } = opened();
  stored.reject(new Error('offline'));
  await expect(marked).rejects.toThrow('offline');
  expect(shownAsRead(queries, unreadChat).unreads).toBe(3);
  expect(queries.getQueryData<ChatView>(chatKey('uuid'))?.readSeq).toBe(2);
  expect(queries.getQueryState([...listKey, 'all', ''])?.isInvalidated).toBe(true);
});

it('A list that was counted before a live message does not take the message back', () => {
  const { queries, row } = opened();
  const live = new LiveCache(queries, me);
  live.message(arriving(6));
  live.stop();
  const shown = notOlder(queries, unreadChat);
  expect([shown.seq, shown.unreads, shown.lastMessage]).toEqual([6, row().unreads, 'oi']);
  expect(notOlder(queries, { ...unreadChat, seq: 7, unreads: 2 }).unreads).toBe(2);
});

/** The badge as the server counts it, with the number of requests. */
const badge = () => {
  const queries = new QueryClient();
  const answers: PromiseWithResolvers<{ chats: number }>[] = [];
  const stop = new QueryObserver(queries, {
    queryKey: unreadKey,
    queryFn: () => {
      const answer = Promise.withResolvers<{ chats: number }>();
      answers.push(answer);
      return answer.promise;
    },
  }).subscribe(() => undefined);
  const chats = () => queries.getQueryData<{ chats: number }>(unreadKey)?.chats;
  return { queries, answers, chats, stop };
};

it('The badge is counted again at once: for a message, after this window has read, and once a lost connection is back', async () => {
  const { queries, answers, chats, stop } = badge();
  answers[0]?.resolve({ chats: 0 });
  await expect.poll(chats).toBe(0);
  const live = new LiveCache(queries, me);
  live.message(arriving(6));
  expect(answers).toHaveLength(2);
  answers[1]?.resolve({ chats: 1 });
  await expect.poll(chats).toBe(1);
  await markRead(queries, { chatId: 1, seq: 6 }, () => Promise.resolve({ readSeq: 6 }));
  expect(answers).toHaveLength(3);
  answers[2]?.resolve({ chats: 0 });
  await expect.poll(chats).toBe(0);
  live.stop();
  const after = new LiveCache(queries, me);
  after.joined(() => false);
  expect(answers).toHaveLength(3);
  after.joined(() => true);
  expect(answers).toHaveLength(4);
  after.stop();
  stop();
});

it('A count that was requested before a message, and answered after it, is requested again', async () => {
  const { queries, answers, chats, stop } = badge();
  const live = new LiveCache(queries, me);
  live.message(arriving(6));
  answers[0]?.resolve({ chats: 0 });
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.resolve({ chats: 1 });
  await expect.poll(chats).toBe(1);
  live.stop();
  stop();
});
