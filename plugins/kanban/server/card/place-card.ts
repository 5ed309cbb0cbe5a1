import { conflict, notFound, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { laneById, type StoredBoard } from '../board/read-boards.ts';
import { armLane } from '../follow-up/arm.ts';
import { laneTitle, logMoves, type MoveReason } from './log-moves.ts';
import { presentPlace } from './present.ts';
import { emitMoves, publishMove, storedMover } from './publish-moves.ts';
import { ranksFor } from './rank.ts';

export interface Placing {
  ticketId: number;
  board: StoredBoard;
  all: readonly StoredBoard[];
  laneId: string;
  /** See `Place.beforeTicketId`. */
  before?: number | null | undefined;
  /** The version that the person saw; absent: whichever it is. */
  version?: number | undefined;
  /** A card that is in the lane already stays where it is. */
  keeps?: boolean;
  /** A follow-up moves it: nobody of the company acts, and its entry in the log of the conversation is the caller's. */
  isAutomatic?: boolean;
  /** Absent: a person or a program chose it. */
  why?: MoveReason;
}

export interface Placed {
  version: number;
  movedAt: Date | null;
  isMoved: boolean;
}

/** Another person was faster: the error tells where the card is now, and who moved it. */
const stale = async (scope: Scope, ticketId: number): Promise<never> => {
  const row = await scope.sql.one<{
    kanbanId: number;
    laneId: string;
    lane: string;
    version: number;
    user: string | null;
  }>(
    sql`select k.board_id as "kanbanId", k.lane_id as "laneId", l.title as lane, k.version, u.name as "user"
          from kanban.card k
          join kanban.lane l on l.company_id = k.company_id and l.board_id = k.board_id and l.id = k.lane_id
          left join kernel."user" u on u.company_id = k.company_id and u.id = k.moved_by
         where k.ticket_id = ${ticketId}`,
  );
  throw conflict('ERR_CARD_MOVED', { ...row });
};

/** Locks a lane, so that ranks in it are made one after the other, and it is not deleted meanwhile. */
export const lockLane = async (scope: Scope, boardId: number, laneId: string): Promise<void> => {
  const locked = await scope.sql.one(
    sql`select 1 from kanban.lane where board_id = ${boardId} and id = ${laneId} and deleted_at is null for no key update`,
  );
  if (!locked) throw notFound('ERR_NO_LANE_FOUND');
};

/** Puts a conversation at a position of a board. Only inside a transaction. */
export const placeCard = async (scope: Scope, placing: Placing): Promise<Placed> => {
  const { ticketId, board, all, laneId, version } = placing;
  const lane = laneById(board, laneId);
  await lockLane(scope, board.id, laneId);
  const was = await presentPlace(scope, ticketId, all);
  if (version !== undefined && version !== was.version) return stale(scope, ticketId);
  const isMoved = was.boardId !== board.id || was.laneId !== laneId;
  if (!isMoved && placing.keeps) return { version: was.version, movedAt: was.movedAt, isMoved };
  const [rank = null] = await ranksFor(scope, { board, all, lane, ticketId }, placing.before, 1);
  const by = storedMover(scope, placing.isAutomatic);
  const stored = await scope.sql.one<{ version: number; movedAt: Date | null }>(sql`
    insert into kanban.card as c (ticket_id, board_id, lane_id, rank, moved_at, moved_by)
    values (${ticketId}, ${board.id}, ${laneId}, ${rank}, ${isMoved ? sql`clock_timestamp()` : sql`null`}, ${by}::int)
    on conflict (company_id, ticket_id) do update
      set board_id = excluded.board_id, lane_id = excluded.lane_id, rank = excluded.rank, version = c.version + 1,
          moved_at = coalesce(excluded.moved_at, c.moved_at), moved_by = excluded.moved_by, before_lane = null, before_rank = null
    where ${version ?? null}::int is null or c.version = ${version ?? null}::int
    returning version, moved_at as "movedAt"`);
  if (!stored) return stale(scope, ticketId);
  const to = { kanbanId: board.id, laneId };
  if (isMoved) {
    await armLane(scope, [ticketId], board, lane);
    if (!placing.isAutomatic)
      await logMoves(scope, [{ ticketId, from: laneTitle(all, board, was), to: lane.title }], by, placing.why);
    await emitMoves(scope, [{ ...was, at: stored.movedAt ?? new Date() }], to, placing.isAutomatic);
    await scope.use(tickets).touched(ticketId);
  }
  publishMove(scope, was, to, stored.version, placing.isAutomatic);
  return { ...stored, isMoved };
};
