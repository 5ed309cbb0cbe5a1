import { expect, it } from 'vitest';
import { dropBefore } from '../move/useBoardDrop.ts';
import {
  appendLane,
  cardBelow,
  moveCard,
  patchCard,
  replaceLane,
  type BoardCard,
  type BoardState,
} from './board-data.ts';
import { beside, oneStep } from './useBoardKeys.ts';

const card = (id: number, laneId: string): BoardCard => ({
  id,
  uuid: String(id),
  laneId,
  version: 1,
  contact: { id, name: `Cliente ${id}`, profilePicUrl: null },
  channel: 'test',
  status: 'open',
  queue: null,
  user: null,
  tags: [],
  lastMessage: '',
  lastMessageType: 'text',
  updatedAt: '',
  unread: 0,
  waitingSince: null,
  valueCents: 100,
  inLaneSince: 'before',
  followUp: null,
});
const lane = (id: string, ids: readonly number[], sort: 'manual' | 'recent' = 'manual') => ({
  id,
  title: id,
  color: '',
  cardLimit: null,
  sort,
  outcome: null,
  followUpConfig: null,
  cursor: null,
  cards: ids.map((one) => card(one, id)),
  total: ids.length,
  cents: ids.length * 100,
});
const board: BoardState = {
  id: 1,
  title: 'CRM',
  isDefault: true,
  queueIds: [],
  followUp: false,
  version: 1,
  lanes: [lane('a', [1, 2, 3]), lane('b', [4, 5]), lane('c', [], 'recent')],
};
const shape = ({ lanes }: BoardState) =>
  lanes.map(({ cards, total, cents }) => [cards.map(({ id }) => id), total, cents]);

it('a moved card takes its number and value with it, to the position that was asked for', () => {
  expect(shape(moveCard(board, 2, 'b', 5, 'now'))).toEqual([
    [[1, 3], 2, 200],
    [[4, 2, 5], 3, 300],
    [[], 0, 0],
  ]);
  expect(shape(moveCard(board, 2, 'b', null, 'now'))[1]).toEqual([[4, 5, 2], 3, 300]);
  expect(shape(moveCard(board, 1, 'a', null, 'now'))[0]).toEqual([[2, 3, 1], 3, 300]);
  expect(moveCard(board, 1, 'a', null, 'now').lanes[0]?.cards.at(-1)?.inLaneSince).toBe('before');
  expect(moveCard(board, 1, 'z', null, 'now')).toBe(board);
});

it('undoing puts a card back above the one that was below it', () => {
  const below = cardBelow(board, 2);
  const moved = moveCard(board, 2, 'c', undefined, 'now');
  expect(shape(moveCard(moved, 2, 'a', below, 'now'))).toEqual(shape(board));
});

it('the sum of a lane follows the value of its card', () => {
  expect(patchCard(board, 4, { valueCents: 350 }).lanes[1]?.cents).toBe(450);
});

it('a lane that was read again, or grew by a page, leaves no card on the board twice', () => {
  const read = replaceLane(board, 'b', { cards: [card(3, 'b'), card(4, 'b')], cursor: null });
  expect(read.lanes.map(({ cards }) => cards.map(({ id }) => id))).toEqual([[1, 2], [3, 4], []]);
  const grown = appendLane(board, 'b', { cards: [card(5, 'b'), card(6, 'b'), card(1, 'b')], cursor: null });
  expect(grown.lanes[1]?.cards.map(({ id }) => id)).toEqual([4, 5, 6]);
});

it('a card dropped on another goes above or below it, whether or not it comes from the same lane', () => {
  expect(dropBefore(board, 'a', 3, false, 1)).toBe(3);
  expect(dropBefore(board, 'a', 3, true, 1)).toBeNull();
  expect(dropBefore(board, 'a', 1, true, 2)).toBe(3);
  expect(dropBefore(board, 'b', 4, true, 1)).toBe(5);
});

it('keys move a card by one position, and step over lanes without cards', () => {
  const [first] = board.lanes;
  expect(first && [oneStep(first, 1, 1), oneStep(first, 2, 1), oneStep(first, 3, 1), oneStep(first, 1, -1)]).toEqual([
    { before: 3 },
    { before: null },
    undefined,
    undefined,
  ]);
  expect(beside(board.lanes, card(3, 'a'), 1)?.id).toBe(5);
  expect(beside(board.lanes, card(5, 'b'), 1)).toBeUndefined();
});
