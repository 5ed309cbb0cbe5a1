// @vitest-environment node
import { expect, it } from 'vitest';
import type { TicketRowView } from '@balcao/tickets/contract';
import type { BoardCard, BoardState } from './board-data.ts';
import { applyTicket } from './live-ticket.ts';

const card = (id: number, laneId: string, updatedAt: string, version = 1): BoardCard => ({
  id,
  uuid: String(id),
  laneId,
  version,
  contact: { id, name: `Cliente ${id}`, profilePicUrl: null },
  channel: 'test',
  status: 'open',
  queue: null,
  user: null,
  tags: [],
  lastMessage: '',
  lastMessageType: 'text',
  updatedAt,
  unread: 0,
  waitingSince: null,
  valueCents: 100,
  inLaneSince: '',
  followUp: null,
});
const lane = (id: string, sort: 'recent' | 'manual', cards: BoardCard[]) => ({
  id,
  title: id,
  color: '',
  cardLimit: null,
  sort,
  outcome: null,
  followUpConfig: null,
  cursor: null,
  cards,
  total: cards.length,
  cents: cards.length * 100,
});
const at = (minute: number): string => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;
const board: BoardState = {
  id: 1,
  title: 'CRM',
  isDefault: true,
  queueIds: [],
  followUp: false,
  version: 1,
  lanes: [
    lane('new', 'recent', [card(1, 'new', at(3), 0), card(2, 'new', at(2))]),
    lane('offer', 'manual', [card(3, 'offer', at(2)), card(4, 'offer', at(1))]),
  ],
};
const update = (id: number, minute: number, more: Partial<TicketRowView> = {}): TicketRowView =>
  ({
    id,
    contact: { id, name: `Cliente ${id}`, profilePicUrl: null },
    status: 'open',
    queue: null,
    user: null,
    lastMessage: 'Oi',
    lastMessageType: 'text',
    updatedAt: at(minute),
    unreadMessages: 1,
    waitingSince: at(minute),
    ...more,
  }) as TicketRowView;
const ids = ({ lanes }: BoardState) => lanes.map(({ cards }) => cards.map((one) => one.id));

it('a message brings its card to the top of a lane by activity, and leaves lanes alone that people put in order', () => {
  const first = applyTicket(board, update(2, 9), false);
  expect([ids(first.board), first.lanes]).toEqual([
    [
      [2, 1],
      [3, 4],
    ],
    [],
  ]);
  const second = applyTicket(board, update(4, 9), false);
  expect([ids(second.board), second.lanes]).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
    [],
  ]);
  expect(second.board.lanes[1]?.cards[1]).toMatchObject({ lastMessage: 'Oi', unread: 1 });
});

it('a closed conversation that was never moved leaves with its number and value in the same moment; a placed one stays', () => {
  const left = applyTicket(board, update(1, 9, { status: 'closed' }), false).board;
  expect([ids(left), left.lanes[0]?.total, left.lanes[0]?.cents]).toEqual([[[2], [3, 4]], 1, 100]);
  expect(ids(applyTicket(board, update(3, 9, { status: 'closed' }), false).board)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it('what only the server knows is asked for: a new card, one further down, and whether a filter still fits', () => {
  const inLane = { extra: { kanban: { laneId: 'offer', lane: 'Proposta' } } };
  expect(applyTicket(board, update(9, 9, inLane), false).lanes).toEqual(['offer']);
  expect(applyTicket(board, update(9, 9), false).lanes).toEqual(['new']);
  expect(applyTicket(board, update(3, 9), true).lanes).toEqual(['offer']);
});

it('a conversation that is given to a colleague leaves one’s own board, and a closed one stays with whoever closed it', () => {
  const given = applyTicket(board, update(2, 5, { userId: 8 }), false, 7);
  expect(given.board.lanes[0]?.cards.map(({ id }) => id)).toEqual([1]);
  expect(given.lanes).toEqual(['new']);
  expect(applyTicket(board, update(2, 5, { userId: 7 }), false, 7).board.lanes[0]?.cards).toHaveLength(2);
  expect(
    applyTicket(board, update(2, 5, { userId: null, status: 'closed' }), false, 7).board.lanes[0]?.cards,
  ).toHaveLength(2);
  expect(applyTicket(board, update(2, 5, { userId: 8 }), false).board.lanes[0]?.cards).toHaveLength(2);
});
