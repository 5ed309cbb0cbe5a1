import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@balcao/sdk/client';
import type { ChatMessageView } from '../../contract.ts';
import { catchUp } from './catch-up.ts';
import { addLive, joined, merged, partKey, replaceMessage, threadKey, type MessagePage, type Thread } from './thread.ts';

const message = (seq: number, more: Partial<ChatMessageView> = {}): ChatMessageView =>
  ({ id: seq * 10, chatId: 1, seq, message: `nº ${seq}`, quoted: null, mentions: [], isDeleted: false, ...more }) as ChatMessageView;
afterEach(() => void vi.restoreAllMocks());

const withThread = (...messages: ChatMessageView[]): QueryClient => {
  const queries = new QueryClient();
  queries.setQueryData<Thread>(threadKey(1), { messages, hasOlder: false });
  return queries;
};
const seqs = (queries: QueryClient) => queries.getQueryData<Thread>(threadKey(1))?.messages.map(({ seq }) => seq);

it('Messages are shown once and in their order, however they arrive', () => {
  const all = merged([message(2), message(3)], [message(1), message(3, { message: 'mudou' })]);
  expect(all.map(({ seq, message: words }) => `${seq} ${words}`)).toEqual(['1 nº 1', '2 nº 2', '3 mudou']);
});

it('A message after a gap is not shown before those that are missing', () => {
  const queries = withThread(message(1));
  expect(addLive(queries, message(4))).toBe(false);
  expect(seqs(queries)).toEqual([1]);
  expect(addLive(queries, message(2))).toBe(true);
  expect(seqs(queries)).toEqual([1, 2]);
});

it('A deleted message also disappears where it is quoted', () => {
  const quoted = { id: 10, seq: 1, senderId: 1, name: 'Renata', message: 'nº 1', mediaType: null, isDeleted: false, mentions: [] };
  const queries = withThread(message(1), message(2, { quoted }));
  replaceMessage(queries, message(1, { isDeleted: true, message: '' }));
  expect(queries.getQueryData<Thread>(threadKey(1))?.messages[1]?.quoted).toMatchObject({ isDeleted: true, message: '' });
});

it('A part far back becomes one with the end only where no message is missing between both', () => {
  const part = { messages: [message(4), message(5)], hasOlder: true };
  const seqsOf = (thread: Thread | undefined) => thread?.messages.map(({ seq }) => seq);
  expect(joined(part, { messages: [message(7)], hasOlder: true })).toBeUndefined();
  const whole = joined(part, { messages: [message(6), message(7)], hasOlder: true });
  expect([seqsOf(whole), whole?.hasOlder]).toEqual([[4, 5, 6, 7], true]);
  const reached = joined({ messages: [message(1), message(2)], hasOlder: false }, part);
  expect(reached).toBeUndefined();
  const begin = joined({ messages: [message(1), message(2), message(3)], hasOlder: false }, part);
  expect([seqsOf(begin), begin?.hasOlder]).toEqual([[1, 2, 3, 4, 5], false]);
});

it('A message that is edited while a part far back is shown changes there as well', () => {
  const queries = withThread(message(9));
  queries.setQueryData<Thread>(partKey(1, 2), { messages: [message(2)], hasOlder: true });
  replaceMessage(queries, message(2, { message: 'corrigida' }));
  expect(queries.getQueryData<Thread>(partKey(1, 2))?.messages[0]?.message).toBe('corrigida');
});

it('A message that is deleted while a page with it is on its way does not come back with the page, nor where it is quoted', async () => {
  const page = Promise.withResolvers<MessagePage>();
  vi.spyOn(api, 'get').mockReturnValue(page.promise);
  const queries = withThread(message(1));
  const read = catchUp(queries, 1);
  replaceMessage(queries, message(2, { isDeleted: true, message: '' }));
  replaceMessage(queries, message(2, { chatId: 5, message: 'de outra conversa' }));
  const quoted = { id: 20, seq: 2, senderId: 1, name: 'Renata', message: 'nº 2', mediaType: null, isDeleted: false, mentions: [] };
  page.resolve({ records: [message(2), message(3, { quoted })], hasMore: false });
  await read;
  const [, second, third] = queries.getQueryData<Thread>(threadKey(1))?.messages ?? [];
  expect(second).toMatchObject({ isDeleted: true, message: '' });
  expect(third?.quoted).toMatchObject({ isDeleted: true, message: '' });
});
