import { expect, test } from 'vitest';
import { RecentUpdates } from './recent-updates.ts';
import { aMessage } from './examples.ts';

const page = (...messages: ReturnType<typeof aMessage>[]) => ({ messages, hasMore: false });

test('A response does not undo live updates received while it was on its way', () => {
  const updates = new RecentUpdates();
  const applyUpdates = updates.fromNow(1);
  updates.record(aMessage({ id: 7, ticketId: 1, ack: 0, failure: 'invalid-contact' }));
  updates.record(aMessage({ id: 8, ticketId: 1, body: 'chegou agora' }));
  updates.record(aMessage({ id: 9, ticketId: 2, body: 'de outra conversa' }));
  const { messages } = applyUpdates(page(aMessage({ id: 7, ticketId: 1, ack: 0, failure: null })), true);
  expect(messages.map(({ id, failure }) => [id, failure])).toEqual([
    [7, 'invalid-contact'],
    [8, null],
  ]);
});

test('A response requested later is newer than earlier live updates', () => {
  let now = 1000;
  const updates = new RecentUpdates(() => now);
  updates.record(aMessage({ id: 7, ticketId: 1, ack: 0, failure: 'invalid-contact' }));
  now += 1;
  const applyUpdates = updates.fromNow(1);
  const { messages } = applyUpdates(page(aMessage({ id: 7, ticketId: 1, ack: 1, failure: null })), true);
  expect(messages[0]).toMatchObject({ ack: 1, failure: null });
});

test('An older page gets the changes of its messages, and no new ones from the end', () => {
  const updates = new RecentUpdates();
  const applyUpdates = updates.fromNow(1);
  updates.record(aMessage({ id: 90, ticketId: 1 }));
  updates.record(aMessage({ id: 3, ticketId: 1, isDeleted: true }));
  const { messages } = applyUpdates(page(aMessage({ id: 3, ticketId: 1 })), false);
  expect(messages.map(({ id, isDeleted }) => [id, isDeleted])).toEqual([[3, true]]);
});

test('A failure reported before the server’s response is newer than the response', () => {
  let now = 1000;
  const updates = new RecentUpdates(() => now);
  updates.record(aMessage({ id: 7, ticketId: 1, failure: 'invalid-contact' }));
  expect([updates.has(7, 0), updates.has(8, 0)]).toEqual([true, false]);
  now += 50;
  expect(updates.has(7, now)).toBe(false);
});
