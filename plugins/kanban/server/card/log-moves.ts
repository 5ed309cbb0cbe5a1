import type { Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { firstLaneOf, type StoredBoard } from '../board/read-boards.ts';

/** Entries that `logAll` accepts at once. */
const atOnce = 1000;

/** The cause of a move that was no choice of a person about this card. */
export type MoveReason = 'flow' | 'laneRemoved' | 'laneRestored';

export interface LoggedMove {
  ticketId: number;
  /** The titles of the lanes, as they are now: both may be renamed or deleted later. */
  from: string | null;
  to: string;
}

/** The title of the lane that a card left, with its board if that is another one; null: the lane exists no longer. */
export const laneTitle = (
  all: readonly StoredBoard[],
  board: StoredBoard,
  place: { boardId: number; laneId: string },
): string | null => {
  const left = all.find(({ id }) => id === place.boardId);
  const lane = left?.lanes.find(({ id }) => id === place.laneId) ?? (left && firstLaneOf(left));
  if (!left || !lane) return null;
  return left.id === board.id ? lane.title : `${left.title}: ${lane.title}`;
};

/** Writes the moves of cards into the logs of their conversations. Every move of the plugin is written here. */
export const logMoves = async (
  scope: Scope,
  moves: readonly LoggedMove[],
  by: number | null,
  why?: MoveReason,
): Promise<void> => {
  for (let start = 0; start < moves.length; start += atOnce)
    await scope.use(tickets).logAll(
      moves.slice(start, start + atOnce).map(({ ticketId, from, to }) => ({
        ticketId,
        type: 'kanban.moved',
        data: { lane: to, ...(from !== null && { from }), ...(why && { why }) },
        by,
      })),
    );
};
