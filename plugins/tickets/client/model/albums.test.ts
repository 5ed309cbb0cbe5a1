import { expect, it } from 'vitest';
import type { MessageView } from '../../contract.ts';
import { aMessage } from './examples.ts';
import { shows } from './albums.ts';
import { threadRows } from './thread.ts';

const picture = (id: number, more: Partial<MessageView> = {}): MessageView =>
  aMessage({
    id,
    body: '',
    mediaType: 'image',
    mediaUrl: `/public/${id}.png`,
    createdAt: `2026-11-19T12:00:${String(id).padStart(2, '0')}.000Z`,
    ...more,
  });
const rowsOf = (messages: MessageView[]) =>
  threadRows(messages, [], { dayOf: (date) => date.slice(0, 10) }).filter(({ kind }) => kind === 'message');
const sizes = (messages: MessageView[]) =>
  rowsOf(messages).map((row) => (row.kind === 'message' ? (row.album?.length ?? 1) : 0));

it('four and more pictures of one sender in one go are one row, and it is found by each of them', () => {
  const rows = rowsOf([1, 2, 3, 4, 5].map((id) => picture(id)));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ key: '1', message: { id: 1 }, album: [{ id: 1 }, {}, {}, {}, { id: 5 }] });
  expect(rows[0] && shows(rows[0], 4)).toBe(true);
});

it('three stand alone, and so do a captioned one, an answered one, one with a reaction and one of somebody else', () => {
  expect(sizes([1, 2, 3].map((id) => picture(id)))).toEqual([1, 1, 1]);
  const odd: Partial<MessageView>[] = [
    { body: 'Esta aqui' },
    { messageReact: [{ emoji: '👍', fromMe: true, name: null }] },
    { isDeleted: true },
    { fromMe: true },
    { createdAt: '2026-11-19T12:02:30.000Z' },
  ];
  for (const more of odd) {
    const messages = [...[1, 2, 3, 4].map((id) => picture(id)), picture(5, more)];
    expect(sizes(messages)).toEqual([4, 1]);
  }
});
