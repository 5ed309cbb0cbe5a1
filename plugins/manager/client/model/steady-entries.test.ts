import { expect, test } from 'vitest';
import { entryOf, rowOf } from './entry.ts';
import { ticket } from './examples.ts';
import { steadyEntries } from './steady-entries.ts';

const entries = (...ids: number[]) => ids.map((id) => entryOf(rowOf(ticket(id))));
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

test('under the pointer rows keep their places, are updated there, and new ones above them wait', () => {
  const drawn = entries(1, 2, 3);
  const now = [...entries(9), ...[3, 1].map((id) => entryOf(rowOf(ticket(id, { unreadMessages: 2 })))), ...entries(8)];
  const steady = steadyEntries(drawn, now);
  expect(ids(steady.entries)).toEqual([1, 2, 3, 8]);
  expect(steady.entries[0]?.unread).toBe(2);
  expect([...steady.gone]).toEqual([2]);
});
