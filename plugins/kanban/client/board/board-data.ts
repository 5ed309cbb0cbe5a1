import type { TicketRowView } from '@balcao/tickets/contract';

/** The part of a follow-up that a card shows. */
export interface CardFollowUp {
  state: 'waiting' | 'window' | 'done' | 'ended';
  dueAt: string | null;
  step: number;
  sentAt: string | null;
}

export interface BoardCard {
  id: number;
  uuid: string;
  laneId: string;
  version: number;
  contact: { id: number; name: string; profilePicUrl: string | null };
  channel: string;
  status: 'open' | 'pending' | 'closed';
  queue: { name: string; color: string } | null;
  user: { id: number; name: string } | null;
  tags: { name: string; color: string }[];
  lastMessage: string;
  lastMessageType: string;
  updatedAt: string;
  unread: number;
  waitingSince: string | null;
  valueCents: number;
  inLaneSince: string;
  followUp: CardFollowUp | null;
}

export interface FollowUpConfig {
  message: string;
  initialDelay: number;
  intervalDelay: number;
  action: 'close' | 'move' | 'flow';
  targetLane: string | null;
  flowId: number | null;
}

export interface LaneSettings {
  id: string;
  title: string;
  color: string;
  /** Number of cards above which the screen warns; null: none. */
  cardLimit: number | null;
  sort: 'recent' | 'manual';
  outcome: 'won' | 'lost' | null;
  followUpConfig: FollowUpConfig | null;
}

export interface BoardSettings<L extends LaneSettings = LaneSettings> {
  id: number;
  title: string;
  isDefault: boolean;
  queueIds: number[];
  followUp: boolean;
  version: number;
  lanes: L[];
}

export interface LaneState extends LaneSettings {
  cards: BoardCard[];
  cursor: string | null;
  total: number;
  /** Sum of the values of all its cards. */
  cents: number;
}
export type BoardState = BoardSettings<LaneState>;

export interface LanePage {
  cards: BoardCard[];
  cursor: string | null;
}
export interface LaneTotal {
  laneId: string;
  total: number;
  cents: number;
}

export const cardOf = (board: BoardState, id: number): BoardCard | undefined => {
  for (const lane of board.lanes) {
    const found = lane.cards.find((card) => card.id === id);
    if (found) return found;
  }
  return undefined;
};

const changeLane = (board: BoardState, laneId: string, change: (lane: LaneState) => LaneState): BoardState => ({
  ...board,
  lanes: board.lanes.map((lane) => (lane.id === laneId ? change(lane) : lane)),
});

/** Changes one card; its lane's sum follows its value. */
export const patchCard = (board: BoardState, id: number, patch: Partial<BoardCard>): BoardState => {
  const card = cardOf(board, id);
  if (!card) return board;
  return changeLane(board, card.laneId, (lane) => ({
    ...lane,
    cents: lane.cents + ((patch.valueCents ?? card.valueCents) - card.valueCents),
    cards: lane.cards.map((one) => (one.id === id ? { ...one, ...patch } : one)),
  }));
};

export const removeCard = (board: BoardState, id: number): BoardState => {
  const card = cardOf(board, id);
  if (!card) return board;
  return changeLane(board, card.laneId, (lane) => ({
    ...lane,
    total: Math.max(0, lane.total - 1),
    cents: lane.cents - card.valueCents,
    cards: lane.cards.filter((one) => one.id !== id),
  }));
};

/** The id of the card below another one, to be put back before; null: it is the last. */
export const cardBelow = (board: BoardState, id: number): number | null => {
  const lane = board.lanes.find(({ cards }) => cards.some((card) => card.id === id));
  const index = lane?.cards.findIndex((card) => card.id === id) ?? -1;
  return lane?.cards[index + 1]?.id ?? null;
};

/** Moves a card: before another one, to the end (null), or to the first position (undefined). */
export const moveCard = (
  board: BoardState,
  id: number,
  laneId: string,
  before: number | null | undefined,
  now: string,
): BoardState => {
  const card = cardOf(board, id);
  if (!card || !board.lanes.some((lane) => lane.id === laneId)) return board;
  const inLaneSince = card.laneId === laneId ? card.inLaneSince : now;
  const moved = { ...card, laneId, inLaneSince, ...(card.laneId !== laneId && { followUp: null }) };
  return changeLane(removeCard(board, id), laneId, (lane) => {
    const index =
      before === undefined || lane.sort === 'recent'
        ? 0
        : before === null
          ? lane.cards.length
          : lane.cards.findIndex((one) => one.id === before);
    const cards = lane.cards.toSpliced(index < 0 ? 0 : index, 0, moved);
    return { ...lane, cards, total: lane.total + 1, cents: lane.cents + card.valueCents };
  });
};

/** Replaces the cards of a lane that were loaded so far. A card that came from another lane leaves that one. */
export const replaceLane = (board: BoardState, laneId: string, { cards, cursor }: LanePage): BoardState => {
  const ids = new Set(cards.map(({ id }) => id));
  return {
    ...board,
    lanes: board.lanes.map((lane) =>
      lane.id === laneId
        ? { ...lane, cards, cursor }
        : // A lane that lost nothing stays the same object, so that it is not drawn again.
          lane.cards.some(({ id }) => ids.has(id))
          ? { ...lane, cards: lane.cards.filter(({ id }) => !ids.has(id)) }
          : lane,
    ),
  };
};

/** Adds the next page of a lane; a card that is on the board already stays where it is. */
export const appendLane = (board: BoardState, laneId: string, { cards, cursor }: LanePage): BoardState =>
  changeLane(board, laneId, (lane) => ({
    ...lane,
    cursor,
    cards: [...lane.cards, ...cards.filter(({ id }) => !cardOf(board, id))],
  }));

export const withTotals = (board: BoardState, totals: readonly LaneTotal[]): BoardState => ({
  ...board,
  lanes: board.lanes.map((lane) => {
    const found = totals.find(({ laneId }) => laneId === lane.id);
    const { total = 0, cents = 0 } = found ?? {};
    return lane.total === total && lane.cents === cents ? lane : { ...lane, total, cents };
  }),
});

/** Returns the changes of a card by a live update of its conversation. */
export const fromTicket = (ticket: TicketRowView): Partial<BoardCard> => ({
  contact: { id: ticket.contact.id, name: ticket.contact.name, profilePicUrl: ticket.contact.profilePicUrl },
  status: ticket.status,
  queue: ticket.queue && { name: ticket.queue.name, color: ticket.queue.color },
  user: ticket.user,
  ...(ticket.tags && { tags: ticket.tags.map(({ name, color }) => ({ name, color })) }),
  lastMessage: ticket.lastMessage,
  lastMessageType: ticket.lastMessageType,
  updatedAt: ticket.updatedAt,
  unread: ticket.unreadMessages,
  waitingSince: ticket.waitingSince,
});

export const sumOf = (board: BoardState): { total: number; cents: number } =>
  board.lanes.reduce((sum, { total, cents }) => ({ total: sum.total + total, cents: sum.cents + cents }), {
    total: 0,
    cents: 0,
  });
