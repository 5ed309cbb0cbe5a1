// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, queryClient } from '@balcao/sdk/client';
import { aMessage } from '../model/examples.ts';
import type { MessagePage } from '../model/message-pages.ts';
import { ticketKeys } from './ticket-cache.ts';
import { cancelJump, resetToNewestPage, showPosition, useMessages } from './useMessages.ts';

const page = (...ids: number[]): MessagePage => ({
  messages: ids.map((id) => aMessage({ id, ticketId: 7, createdAt: new Date(id * 60_000).toISOString() })),
  hasMore: true,
});

/** Answers to the requests of the pages around a message, by its id. */
let around: Map<number, PromiseWithResolvers<MessagePage>>;
let shown: number[];
beforeEach(async () => {
  shown = [];
  around = new Map([10, 20].map((id) => [id, Promise.withResolvers<MessagePage>()]));
  vi.spyOn(api, 'get').mockImplementation((_path, query) => {
    const id = (query as { around?: number }).around;
    return id === undefined ? Promise.resolve(page(98, 99)) : (around.get(id)?.promise as Promise<never>);
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Conversation />
    </QueryClientProvider>,
  );
  await vi.waitUntil(() => shown.length > 0);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

function Conversation() {
  shown = useMessages(7).messages.map(({ id }) => id);
  return null;
}

test('A jump shows the messages around its target', async () => {
  const jump = showPosition(7, { around: 10 });
  around.get(10)?.resolve({ ...page(9, 10, 11), hasNewer: true });
  expect(await act(() => jump)).toBe(true);
  await vi.waitFor(() => expect(shown).toEqual([9, 10, 11]));
});

test('A jump that fails reports why', async () => {
  const jump = showPosition(7, { around: 10 });
  around.get(10)?.reject(new Error('gone'));
  await expect(jump).rejects.toThrow('gone');
});

test('A jump that fails after the reader went elsewhere reports nothing', async () => {
  const [first, second] = [showPosition(7, { around: 10 }), showPosition(7, { around: 20 })];
  around.get(10)?.reject(new Error('gone'));
  expect(await first).toBe(false);
  around.get(20)?.resolve({ ...page(19, 20, 21), hasNewer: true });
  expect(await act(() => second)).toBe(true);
});

test('A jump that is cancelled while it ends other requests of the conversation does not move the reader', async () => {
  const cancelQueries = queryClient.cancelQueries.bind(queryClient);
  vi.spyOn(queryClient, 'cancelQueries').mockImplementation(async (filters) => {
    await cancelQueries(filters);
    cancelJump();
  });
  const jump = showPosition(7, { around: 10 });
  around.get(10)?.resolve({ ...page(9, 10, 11), hasNewer: true });
  expect(await act(() => jump)).toBe(false);
  expect(shown).toEqual([98, 99]);
});

test('A conversation that was left in the middle is loaded anew at its end, and one that was left at its end is kept', async () => {
  const loaded = () => queryClient.getQueryData(ticketKeys.messages(7));
  const [left, jump] = [loaded(), showPosition(7, { around: 10 })];
  expect(left).toBeDefined();
  around.get(10)?.resolve({ ...page(9, 10, 11), hasNewer: true });
  await act(() => jump);
  cleanup();
  resetToNewestPage(7);
  await vi.waitFor(() => expect(loaded()).toBeUndefined());
  queryClient.setQueryData(ticketKeys.messages(7), left);
  resetToNewestPage(7);
  await new Promise((resolve) => void setTimeout(resolve));
  expect(loaded()).toEqual(left);
});
