import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { Board, Boards, Lane } from '../contract.ts';
import { firstLanes } from './first-lanes.ts';

const existing = (scope: Scope): Promise<Board | undefined> =>
  scope.sql.one<Board>(
    sql`select b.id as "kanbanId",
               (select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title) order by l.position, l.id), '[]')
                  from kanban.lane l where l.company_id = b.company_id and l.board_id = b.id) as lanes
          from kanban.board b`,
  );

/**
 * Creates the board; a concurrent second caller waits and finds the first one's lanes. Returns whether it was created
 * now.
 */
const createBoard = (scope: Scope): Promise<boolean> =>
  scope.tx(async (inner) => {
    const made = await inner.sql.one<{ id: number }>(
      sql`insert into kanban.board default values on conflict (company_id) do nothing returning id`,
    );
    if (!made) return false;
    const lanes = firstLanes(inner.company.language).map((lane, position) => ({ ...lane, position }));
    await inner.sql.run(
      sql`insert into kanban.lane (board_id, id, title, position)
          select ${made.id}, l.id, l.title, l.position
            from jsonb_to_recordset(${JSON.stringify(lanes)}::jsonb) as l(id text, title text, position int)`,
    );
    return true;
  });

/**
 * Publishes the first lane of the conversations that existed before the company's board, 200 at a time. `from` is the
 * last one published.
 */
export const publishFirstLanes = async (from: number | undefined, scope: Scope): Promise<number | undefined> => {
  if (from === undefined && !(await createBoard(scope))) return undefined;
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select id from tickets.public_ticket where status in ('open', 'pending') and id > ${from ?? 0} order by id limit 200`,
  );
  for (const { id } of rows) await scope.use(tickets).touched(id);
  return rows.at(-1)?.id;
};

const boardOf = async (scope: Scope): Promise<Board> => {
  const found = await existing(scope);
  if (found) return found;
  await createBoard(scope);
  const made = await existing(scope);
  if (!made) throw new Error('the board that was just created is missing');
  return made;
};

/** Creates the service of lanes for routes, lists and other plugins. */
export const boardsService = (scope: Scope): Boards => ({
  board: () => boardOf(scope),

  async laneOf(ticketId) {
    const board = await boardOf(scope);
    const card = await scope.sql.one<{ laneId: string; movedAt: Date }>(
      sql`select lane_id as "laneId", moved_at as "movedAt" from kanban.card
           where ticket_id = ${ticketId} and board_id = ${board.kanbanId}`,
    );
    return { ...board, laneId: card?.laneId ?? firstOf(board.lanes), movedAt: card?.movedAt ?? null };
  },

  async move(kanbanId, ticketId, laneId) {
    const board = await boardOf(scope);
    if (board.kanbanId !== kanbanId) throw notFound('ERR_NO_KANBAN_FOUND');
    if (!board.lanes.some(({ id }) => id === laneId)) throw notFound('ERR_NO_LANE_FOUND');
    await scope.tx(async (inner) => {
      const moved = await inner.sql.run(
        sql`insert into kanban.card as c (ticket_id, board_id, lane_id) values (${ticketId}, ${kanbanId}, ${laneId})
            on conflict (company_id, ticket_id) do update
              set board_id = excluded.board_id, lane_id = excluded.lane_id, moved_at = now()
            where (c.board_id, c.lane_id) is distinct from (excluded.board_id, excluded.lane_id)`,
      );
      if (moved > 0) await inner.use(tickets).touched(ticketId);
    });
  },
});

const firstOf = (lanes: readonly Lane[]): string => lanes[0]?.id ?? '';
