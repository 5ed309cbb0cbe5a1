import { expect, it } from 'vitest';
import type { MessageView } from '../../contract.ts';
import { aMessage } from './examples.ts';
import { noteSeen, shows } from './albums.ts';
import type { SeenPictures } from './albums.ts';
import type { OutboxEntry } from './outbox.ts';
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

it('Four or more pictures of one sender sent together form one row, which is found by each of them', () => {
  const rows = rowsOf([1, 2, 3, 4, 5].map((id) => picture(id)));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ key: '1', message: { id: 1 }, album: [{ id: 1 }, {}, {}, {}, { id: 5 }] });
  expect(rows[0] && shows(rows[0], 4)).toBe(true);
});

it('Three pictures stay single, and so do those with a caption, an answer, a reaction or another sender', () => {
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

const entry = (clientId: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId,
  ticketId: 1,
  userId: 7,
  body: '',
  quoted: null,
  createdAt: '2026-11-19T12:00:00.000Z',
  state: 'waiting',
  error: null,
  file: { id: clientId, file: new File(['x'], `${clientId}.png`), preview: `blob:${clientId}`, kind: 'image' },
  progress: 0,
  ...more,
});
const dayOf = (date: string): string => date.slice(0, 10);
const mine = { fromMe: true, user: { id: 7, name: 'Ana' } } as const;

it('Pictures being sent form an album from the start, and stay in it while they arrive one after the other', () => {
  const seen: SeenPictures = new Map();
  const going = ['a', 'b', 'c', 'd'].map((clientId) => entry(clientId));
  for (let arrived = 0; arrived <= 4; arrived += 1) {
    // On a slow network: minutes between the first and the last.
    const stored = going
      .slice(0, arrived)
      .map(({ clientId }, at) => picture(at + 1, { ...mine, clientId, createdAt: `2026-11-19T12:0${at * 2}:00.000Z` }));
    const rows = threadRows(stored, going, { dayOf, seen }).filter(({ kind }) => kind !== 'day');
    expect(rows.map(({ key }) => key)).toEqual(['a']);
    const [row] = rows;
    const laid =
      row?.kind === 'message'
        ? [row.album?.length, row.pending?.length ?? 0]
        : [0, row?.kind === 'outgoing' && row.album?.length];
    expect(laid).toEqual([arrived, 4 - arrived]);
    noteSeen(rows, seen);
  }
});

it('Pictures sent together form an album again once all are there, though some were missing for a moment', () => {
  const seen: SeenPictures = new Map();
  const going = ['a', 'b', 'c', 'd'].map((clientId) => entry(clientId));
  const stored = going.map(({ clientId }, at) => picture(at + 1, { ...mine, clientId }));
  noteSeen(threadRows([], going, { dayOf, seen }), seen);
  const rows = (messages: MessageView[]) =>
    threadRows(messages, going.slice(2), { dayOf, seen }).filter(({ kind }) => kind !== 'day');
  const without = rows(stored.slice(0, 1));
  expect(without).toHaveLength(3);
  noteSeen(without, seen);
  expect(rows(stored)).toMatchObject([{ album: { length: 4 } }]);
});

it('A refused picture is shown alone, with its reason', () => {
  const going = ['a', 'b', 'c', 'd', 'e'].map((clientId) => entry(clientId));
  const rows = threadRows([], [...going, entry('f', { state: 'failed', error: 'ERR_INTERNAL' })], { dayOf });
  expect(rows.filter(({ kind }) => kind === 'outgoing')).toMatchObject([{ album: { length: 5 } }, { key: 'f' }]);
});

it('Pictures seen one below the other stay so, and form an album when the conversation is opened again', () => {
  const seen: SeenPictures = new Map();
  const arrived: MessageView[] = [];
  for (const id of [1, 2, 3, 4, 5]) {
    arrived.push(picture(id));
    const rows = threadRows(arrived, [], { dayOf, seen });
    expect(rows.filter(({ kind }) => kind === 'message')).toHaveLength(id);
    noteSeen(rows, seen);
  }
  expect(sizes(arrived)).toEqual([5]);
});
