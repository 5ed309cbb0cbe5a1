import { expect, test } from 'vitest';
import type { TicketRowView } from '@balcao/tickets/contract';
import { nobody } from '../../panel.ts';
import { Board, type Shown } from './board.ts';
import { Changes } from './changes.ts';
import { rowOf } from './entry.ts';
import { at, panelOf, ticket } from './examples.ts';

const all: Shown = { queueIds: [], tagIds: [] };
const ana = 1;
const beto = 2;
const boardOf = (tickets: readonly TicketRowView[], shown = all) => new Board(panelOf(tickets), shown);
const change = (board: Board, one: TicketRowView) => board.apply([[one.id, { ticket: one }]]);
const ids = (board: Board, ownerId: number) => board.entries(ownerId).map(({ id }) => id);

test('a card shows who waits longest first, then the latest change', () => {
  const board = boardOf([
    ticket(1, { userId: ana }),
    ticket(2, { userId: ana, waitingSince: at(5) }),
    ticket(3, { userId: ana }),
    ticket(4, { userId: ana, waitingSince: at(2) }),
  ]);
  expect(ids(board, ana)).toEqual([4, 2, 3, 1]);
  expect(board.counts(ana)).toEqual({ total: 4, waiting: 2, unread: 0, oldestWaitAt: Date.parse(at(2)) });
});

test('a conversation that is handed over leaves one card and joins another, and only these two are drawn again', () => {
  const board = boardOf([ticket(1, { userId: ana, unreadMessages: 3 }), ticket(2, { userId: beto }), ticket(3)]);
  const others = board.entries(nobody);
  const touched = change(board, ticket(1, { userId: beto, unreadMessages: 3 }));
  expect([...touched].toSorted()).toEqual([ana, beto]);
  expect(board.counts(ana).total).toBe(0);
  expect(board.counts(beto)).toMatchObject({ total: 2, unread: 3 });
  expect(board.entries(nobody)).toBe(others);
});

test('a closed or deleted conversation leaves, and an unknown one that begins is counted', () => {
  const board = boardOf([ticket(1, { userId: ana }), ticket(2, { userId: ana })]);
  change(board, ticket(1, { userId: ana, status: 'closed' }));
  board.apply([[2, { isGone: true }]]);
  change(board, ticket(9, { waitingSince: at(1) }));
  expect([board.counts(ana).total, board.counts(nobody).waiting]).toEqual([0, 1]);
});

test('reading a conversation clears its unread messages, also on the row', () => {
  const board = boardOf([ticket(1, { userId: ana, unreadMessages: 4 })]);
  board.apply([[1, { isRead: true }]]);
  expect(board.counts(ana).unread).toBe(0);
  expect(board.entry(1)?.row?.unreadMessages).toBe(0);
});

test('a conversation of another department is not on a filtered board, and leaves it when it is moved there', () => {
  const board = boardOf([ticket(1, { userId: ana })], { ...all, queueIds: [7] });
  change(board, ticket(2, { userId: ana, queueId: 8 }));
  expect(ids(board, ana)).toEqual([1]);
  change(board, ticket(1, { userId: ana, queueId: 8 }));
  expect(ids(board, ana)).toEqual([]);
});

test('under a filter by tag, a message without tags keeps what is there and adds nothing', () => {
  const tag = { id: 5, name: 'Quente', color: '#b3261e' };
  const board = boardOf([ticket(1, { userId: ana })], { ...all, tagIds: [5] });
  change(board, ticket(1, { userId: ana, lastMessage: 'Oi de novo' }));
  change(board, ticket(2, { userId: ana }));
  expect(ids(board, ana)).toEqual([1]);
  change(board, ticket(2, { userId: ana, tags: [tag] }));
  expect(ids(board, ana)).toEqual([2, 1]);
  change(board, ticket(1, { userId: ana, tags: [] }));
  expect(ids(board, ana)).toEqual([2]);
});

test('without permission for all, a waiting conversation that a colleague accepts leaves the board', () => {
  const board = boardOf([ticket(1)], { ...all, only: { userId: ana, queueIds: [7] } });
  change(board, ticket(2, { queueId: 8 }));
  expect(ids(board, nobody)).toEqual([1]);
  change(board, ticket(1, { userId: beto }));
  expect([ids(board, nobody), ids(board, beto)]).toEqual([[], []]);
});

test('rows that come into view are filled in, but never over what live messages said meanwhile', () => {
  const many = Array.from({ length: 14 }, (_, index) => ticket(index + 1, { userId: ana }));
  const board = boardOf(many);
  const unknown = board.entries(ana).filter(({ row }) => row === undefined);
  expect(unknown.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  change(board, ticket(3, { userId: ana, lastMessage: 'mais nova', updatedAt: at(3) }));
  board.fill(
    [1, 2, 3].map((id) => rowOf(ticket(id, { userId: ana }))),
    [1, 2, 3, 4],
  );
  expect(board.entry(3)?.row?.lastMessage).toBe('mais nova');
  expect(board.entry(1)?.row?.lastMessage).toBe('Bom dia');
  // It left meanwhile: the message about it is on its way.
  expect(board.entry(4)?.row).toBeUndefined();
  expect(board.counts(ana).total).toBe(14);
});

test('after thousands of changes in bursts, every number and order equals that of a fresh answer', () => {
  let seed = 42;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const server = new Map<number, TicketRowView>();
  let last = 0;
  const make = (): TicketRowView => {
    last += 1;
    return ticket(last, { userId: random(4) === 0 ? null : random(20) + 1, queueId: random(3) + 6 });
  };
  for (let made = 0; made < 500; made += 1) {
    const one = make();
    server.set(one.id, one);
  }
  for (const shown of [all, { ...all, queueIds: [7] }]) {
    const isShown = ({ queueId }: TicketRowView) =>
      shown.queueIds.length === 0 || shown.queueIds.includes(queueId ?? 0);
    const live = () => [...server.values()].filter(isShown);
    const board = boardOf(live(), shown);
    const collected = new Changes();
    for (let step = 1; step <= 6000; step += 1) {
      const known = [...server.values()];
      const before = known[random(known.length)];
      if (!before) continue;
      const what = random(10);
      const now = at(10_000 + step);
      const after: TicketRowView =
        what === 0
          ? make()
          : what === 1
            ? { ...before, status: 'closed' }
            : what < 5
              ? { ...before, userId: random(21) || null, queueId: random(3) + 6, updatedAt: now }
              : {
                  ...before,
                  unreadMessages: before.unreadMessages + 1,
                  waitingSince: before.waitingSince ?? now,
                  updatedAt: now,
                };
      if (what === 9) {
        server.set(before.id, { ...before, unreadMessages: 0 });
        collected.add(before.id, { isRead: true });
      } else {
        if (after.status === 'closed') server.delete(after.id);
        else server.set(after.id, after);
        collected.add(after.id, { ticket: after });
      }
      if (random(50) === 0) board.apply(collected.take());
    }
    board.apply(collected.take());
    const fresh = boardOf(live(), shown);
    const owners = [...Array.from({ length: 22 }).keys()];
    expect(owners.map((owner) => board.counts(owner))).toEqual(owners.map((owner) => fresh.counts(owner)));
    expect(owners.map((owner) => ids(board, owner))).toEqual(owners.map((owner) => ids(fresh, owner)));
  }
});
