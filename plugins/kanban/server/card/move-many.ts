import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { laneById, type StoredBoard } from '../board/read-boards.ts';
import { armLane } from '../follow-up/arm.ts';
import { laneTitle, logMoves } from './log-moves.ts';
import { lockLane } from './place-card.ts';
import { presentPlaces } from './present.ts';
import { emitMoves, publishMoves, storedMover } from './publish-moves.ts';
import { ranksFor } from './rank.ts';

export interface ManyMoved {
  moved: number[];
  refused: { ticketId: number; error: string }[];
}

interface Move {
  board: StoredBoard;
  all: readonly StoredBoard[];
  laneId: string;
  /** In the order in which they will stand at the top of the lane. */
  ticketIds: readonly number[];
}

/** Stores the cards at the top of the lane and returns when each of them entered it. */
const store = async (
  scope: Scope,
  { board, all, laneId }: Move,
  ids: readonly number[],
): Promise<Map<number, Date>> => {
  const lane = laneById(board, laneId);
  const ranks = await ranksFor(scope, { board, all, lane, ticketId: 0 }, undefined, ids.length);
  const rows = await scope.sql.rows<{ id: number; at: Date }>(sql`
    insert into kanban.card as c (ticket_id, board_id, lane_id, rank, moved_at, moved_by)
    select u.id, ${board.id}, ${laneId}, u.rank, clock_timestamp(), ${storedMover(scope)}::int
      from unnest(${[...ids]}::int[], ${ranks}::text[]) u(id, rank) order by u.id
    on conflict (company_id, ticket_id) do update
      set board_id = excluded.board_id, lane_id = excluded.lane_id, rank = excluded.rank, version = c.version + 1,
          moved_at = excluded.moved_at, moved_by = excluded.moved_by, before_lane = null, before_rank = null
    returning ticket_id as id, moved_at as at`);
  return new Map(rows.map(({ id, at }) => [id, at]));
};

/**
 * Moves many conversations to the top of one lane in one transaction, with the same number of statements however many
 * they are. Those that the person may not open are left out; those in the lane already stay where they are.
 */
export const moveMany = (scope: Scope, move: Move): Promise<ManyMoved> =>
  scope.tx(async (inner) => {
    const { board, all, laneId } = move;
    const refusals = await inner.use(tickets).unreadable(move.ticketIds);
    const allowed = move.ticketIds.filter((id) => !refusals.has(id));
    await lockLane(inner, board.id, laneId);
    const places = new Map((await presentPlaces(inner, allowed, all)).map((place) => [place.ticketId, place]));
    const moving = allowed.filter((id) => places.get(id)?.boardId !== board.id || places.get(id)?.laneId !== laneId);
    if (moving.length > 0) {
      const entered = await store(inner, move, moving);
      const lane = laneById(board, laneId);
      const to = { kanbanId: board.id, laneId };
      const moved = moving.flatMap((id) => {
        const place = places.get(id);
        return place ? [{ ...place, at: entered.get(id) ?? new Date() }] : [];
      });
      await armLane(inner, moving, board, lane);
      await logMoves(
        inner,
        moved.map((place) => ({ ticketId: place.ticketId, from: laneTitle(all, board, place), to: lane.title })),
        storedMover(inner),
      );
      await emitMoves(inner, moved, to);
      await inner.use(tickets).touched(moving);
      publishMoves(inner, moved, to);
    }
    return { moved: allowed, refused: [...refusals].map(([ticketId, error]) => ({ ticketId, error })) };
  });
