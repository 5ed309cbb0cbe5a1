import type { Scope } from '@balcao/sdk/server';
import { tickets, type TicketView } from '@balcao/tickets/contract';
import { cardFilter } from '../card/card-filter.ts';
import { laneCards, type BoardView } from '../card/lane-cards.ts';
import { assertPerson, boardView } from './board-view.ts';
import type { FollowUp } from './lane-form.ts';
import { boardsOf } from './make-board.ts';
import { boardById, homeBoard } from './read-boards.ts';

export interface PersonBoard {
  id: number;
  userId: number;
  followUp: boolean;
  /** Pass it back when saving, so that a colleague's change of the lanes is not overwritten. */
  version: number;
  /** JSON of `BoardLane[]`. */
  lane: string;
}

interface BoardLane {
  id: string;
  title: string;
  cards: { id: string; title: string; label: string; description: string }[];
  followUpConfig: (FollowUp & { laneId: string }) | null;
  /** Sum of the values of all its conversations, in R$. */
  current: number;
  /** Number of cards, of which `cards` are the first. */
  total: number;
  /** Where the next page begins: `GET /kanban-cards`; null: there are no more. */
  cursor: string | null;
}

/** Most conversations of `GET /kanban-tickets`. */
const maxTickets = 300;

/** Returns a board with the conversations of one person; without an id the default one. */
const viewOf = async (scope: Scope, userId: number, kanbanId: number | undefined): Promise<BoardView> => {
  await assertPerson(scope, userId);
  const all = await boardsOf(scope);
  const board = kanbanId === undefined ? homeBoard(all, null) : boardById(all, kanbanId);
  return { all, board, userId, filter: cardFilter.parse({ view: userId }) };
};

/** Returns the conversations of a person's board, with the reader's permissions; the latest first. */
export const boardTickets = async (scope: Scope, userId: number): Promise<TicketView[]> => {
  const view = await viewOf(scope, userId, undefined);
  const rows = await laneCards(scope, view, view.board.lanes, maxTickets);
  const found = await scope.use(tickets).findAll(rows.map(({ id }) => id));
  return found.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt)).slice(0, maxTickets);
};

/** Returns the company's lanes with the conversations of one person. */
export const personBoard = async (scope: Scope, userId: number, kanbanId?: number): Promise<PersonBoard> => {
  const view = await viewOf(scope, userId, kanbanId);
  const lanes = await boardView(scope, view);
  const lane = lanes.map(({ id, title, cards, followUpConfig, cents, total, cursor }): BoardLane => ({
    id,
    title,
    cards: cards.map((card) => ({
      id: String(card.id),
      title: card.contact.name,
      label: card.status,
      description: '',
    })),
    followUpConfig: followUpConfig && { ...followUpConfig, laneId: id },
    current: cents / 100,
    total,
    cursor,
  }));
  const { board } = view;
  return { id: board.id, userId, followUp: board.followUp, version: board.version, lane: JSON.stringify(lane) };
};
