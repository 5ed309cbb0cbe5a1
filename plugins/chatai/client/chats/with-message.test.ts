import { expect, test } from 'vitest';
import type { ChatMessageView } from '../../contract.ts';
import { withMessage } from './with-message.ts';

const message = (id: number, fields: Partial<ChatMessageView> = {}): ChatMessageView => ({
  id,
  chatId: 1,
  actor: 'assistant',
  message: '',
  state: 'queued',
  error: null,
  rating: null,
  ms: null,
  createdAt: '2026-11-05T12:00:00Z',
  user: null,
  ...fields,
});
const pagesOf = (...ids: number[]) => ({
  pages: [{ records: ids.map((id) => message(id)), hasMore: false }],
  pageParams: [1],
});

test('an answer whose states arrive one right after the other is shown once, in its last state', () => {
  const states = ['queued', 'writing', 'failed'] as const;
  const after = states.reduce((pages, state) => withMessage(pages, message(7, { state })) ?? pages, pagesOf(5, 6));
  expect(after.pages[0]?.records.map(({ id, state }) => [id, state])).toEqual([
    [5, 'queued'],
    [6, 'queued'],
    [7, 'failed'],
  ]);
});

test('a message of an older page is changed where it is', () => {
  const pages = { pages: [...pagesOf(5, 6).pages, ...pagesOf(3, 4).pages], pageParams: [1, 2] };
  const after = withMessage(pages, message(3, { rating: 1 }));
  expect(after?.pages.map(({ records }) => records.map(({ id, rating }) => [id, rating]))).toEqual([
    [
      [5, null],
      [6, null],
    ],
    [
      [3, 1],
      [4, null],
    ],
  ]);
});

test('a long text, a message out of order and a question that was replaced make the page read again', () => {
  expect(withMessage(pagesOf(5, 6), { ...message(7), isLong: true })).toBeUndefined();
  expect(withMessage(pagesOf(5, 7), message(6))).toBeUndefined();
  expect(withMessage(pagesOf(5, 6), message(6, { actor: 'user' }))).toBeUndefined();
});
