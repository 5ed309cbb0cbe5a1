import { sql, z, type Sql } from '@balcao/sdk/server';
import type { TicketListQuery } from '@balcao/tickets/contract';
import { boardsOf } from './board/make-board.ts';
import { firstLaneOf, homeBoard, type StoredBoard } from './board/read-boards.ts';
import { beginsOn } from './board/begins-on.ts';

/** A lane as filters name it: `12/lane3` on the board 12, `lane3` alone on the default board. */
const laneName = z.string().min(1).max(71);

interface NamedLane {
  board: StoredBoard;
  laneId: string;
}

/** Undefined: the board was deleted, and a saved view still names its lane. */
const named = (name: string, all: readonly StoredBoard[]): NamedLane | undefined => {
  const [, id, lane] = /^(\d{1,10})\/(.+)$/.exec(name) ?? [];
  if (id === undefined || lane === undefined) return { board: homeBoard(all, null), laneId: name };
  const board = all.find((one) => one.id === Number(id));
  return board && { board, laneId: lane };
};

/**
 * With one board its first lane is everything outside the other lanes, read in the order of the list. Other lanes are
 * read from their cards.
 */
const onOnlyBoard = ({ board, laneId: lane }: NamedLane): Sql =>
  lane === firstLaneOf(board).id
    ? sql`not exists (select 1 from kanban.card k
        where k.company_id = t.company_id and k.ticket_id = t.id and k.lane_id <> ${lane})`
    : sql`exists (select 1 from kanban.card k
        where k.company_id = t.company_id and k.ticket_id = t.id and k.lane_id = ${lane})`;

/** Lanes of several boards may have one id, and a conversation that was never moved is on the board of its queue. */
const onOneOfMany = ({ board, laneId: lane }: NamedLane, all: readonly StoredBoard[]): Sql => {
  const placed = sql`exists (select 1 from kanban.card k
    where k.company_id = t.company_id and k.ticket_id = t.id and k.board_id = ${board.id} and k.lane_id = ${lane})`;
  if (lane !== firstLaneOf(board).id) return placed;
  return sql`(${placed} or (${beginsOn(board, all)} and not exists (select 1 from kanban.card k
    where k.company_id = t.company_id and k.ticket_id = t.id)))`;
};

/** Filters the list by a lane. The first lane of a board includes conversations that were never moved. */
export const laneFilter: TicketListQuery = {
  id: 'lane',
  param: 'selectedKanbanId',
  schema: laneName,
  where: async (name, scope) => {
    const all = await boardsOf(scope);
    const lane = named(name as string, all);
    if (!lane) return sql`false`;
    return all.length === 1 ? onOnlyBoard(lane) : onOneOfMany(lane, all);
  },
};
