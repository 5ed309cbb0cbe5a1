import { expect, test } from 'vitest';
import { Changes } from './changes.ts';
import { ticket } from './examples.ts';

test('of many changes of one conversation the last counts', () => {
  const changes = new Changes();
  changes.add(1, { ticket: ticket(1, { lastMessage: 'um' }) });
  changes.add(2, { isTyping: true });
  changes.add(1, { ticket: ticket(1, { lastMessage: 'dois' }) });
  expect(changes.size).toBe(2);
  expect(changes.take()).toMatchObject([
    [1, { ticket: { lastMessage: 'dois' } }],
    [2, { isTyping: true }],
  ]);
  expect(changes.take()).toEqual([]);
});

test('a message brings no tags, so those of the change before it are kept', () => {
  const tag = { id: 5, name: 'Quente', color: '#b3261e' };
  const changes = new Changes();
  changes.add(1, { ticket: ticket(1, { tags: [tag] }) });
  changes.add(1, { ticket: ticket(1, { lastMessage: 'depois' }) });
  expect(changes.take()[0]?.[1].ticket).toMatchObject({ lastMessage: 'depois', tags: [tag] });
});

test('a conversation that was read and then got a message is unread again', () => {
  const changes = new Changes();
  changes.add(1, { isRead: true });
  changes.add(1, { ticket: ticket(1, { unreadMessages: 1 }) });
  expect(changes.take()[0]?.[1].isRead).toBeUndefined();
});

test('a deleted conversation is gone, whatever was said before', () => {
  const changes = new Changes();
  changes.add(1, { ticket: ticket(1) });
  changes.add(1, { isGone: true });
  expect(changes.take()).toEqual([[1, { isGone: true }]]);
});
