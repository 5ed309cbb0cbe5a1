import type { TicketRowView } from '@balcao/tickets/contract';
import { cardOf, fromTicket, patchCard, removeCard, type BoardCard, type BoardState } from './board-data.ts';

/** Puts the latest activity first; cards of the same time keep their order. */
const byActivity = (cards: readonly BoardCard[]): BoardCard[] =>
  cards.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));

/**
 * Applies a live update of a conversation, and names the lanes that have to be read again, because only the server
 * knows whether, and where, it is there now.
 */
export const applyTicket = (
  board: BoardState,
  ticket: TicketRowView,
  isFiltered: boolean,
  /** The attendant whose board it is; undefined: everybody's. */
  owner?: number,
): { board: BoardState; lanes: string[] } => {
  const card = cardOf(board, ticket.id);
  // Given away: only its lane's number and sum remain to be read. Closed ones stay with whoever closed them.
  if (owner !== undefined && ticket.status !== 'closed' && ticket.userId !== owner)
    return { board: removeCard(board, ticket.id), lanes: card ? [card.laneId] : [] };
  if (!card) {
    const extra = ticket.extra?.['kanban'] as { laneId?: string } | undefined;
    const first = board.lanes[0];
    if (extra?.laneId !== undefined) return { board, lanes: [extra.laneId] };
    // A message in a card further down: in a lane by activity it comes to the top.
    return { board, lanes: first && (ticket.extra || first.sort === 'recent') ? [first.id] : [] };
  }
  // One that was never moved leaves the board with its end.
  if (!isFiltered && ticket.status === 'closed' && card.version === 0)
    return { board: removeCard(board, ticket.id), lanes: [] };
  const patched = patchCard(board, ticket.id, fromTicket(ticket));
  const lanes = isFiltered ? [card.laneId] : [];
  return {
    lanes,
    board: {
      ...patched,
      lanes: patched.lanes.map((lane) =>
        lane.id === card.laneId && lane.sort === 'recent' ? { ...lane, cards: byActivity(lane.cards) } : lane,
      ),
    },
  };
};
