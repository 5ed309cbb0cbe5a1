import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type { Boards, CardSearch, PlacedCard } from '../contract.ts';
import { boardsOf, makeDefaultBoard } from './board/make-board.ts';
import { boardById, firstLaneOf, homeBoard, readBoards, type StoredBoard } from './board/read-boards.ts';
import { valueOf } from './card/card-filter.ts';
import { placeCard } from './card/place-card.ts';

/**
 * Publishes the first lane of the conversations that existed before the company's board, 200 at a time. `from` is the
 * last one published.
 */
export const publishFirstLanes = async (from: number | undefined, scope: Scope): Promise<number | undefined> => {
  if (from === undefined && !(await makeDefaultBoard(scope))) return undefined;
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select id from tickets.public_ticket where status in ('open', 'pending') and id > ${from ?? 0} order by id limit 200`,
  );
  for (const { id } of rows) await scope.use(tickets).touched(id);
  return rows.at(-1)?.id;
};

const lanesOf = ({ id, lanes }: StoredBoard) => ({
  kanbanId: id,
  lanes: lanes.map((lane) => ({ id: lane.id, title: lane.title })),
});

const defaultOf = async (scope: Scope): Promise<StoredBoard> => homeBoard(await boardsOf(scope), null);

const maxFound = 200;
const find = (scope: Scope, search: CardSearch): Promise<PlacedCard[]> => {
  const { kanbanId, laneId, userId, after = 0, limit = 50 } = search;
  const where = [
    sql`k.ticket_id > ${after}`,
    ...(kanbanId === undefined ? [] : [sql`k.board_id = ${kanbanId}`]),
    ...(laneId === undefined ? [] : [sql`k.lane_id = ${laneId}`]),
    ...(userId === undefined ? [] : [sql`t.owner_key = ${userId}`]),
  ];
  return scope.sql.rows<PlacedCard>(sql`
    select k.ticket_id as "ticketId", k.board_id as "kanbanId", k.lane_id as "laneId", k.version,
           ${valueOf} as "valueCents", k.moved_at as "movedAt"
      from kanban.card k join tickets.public_ticket t on t.company_id = k.company_id and t.id = k.ticket_id
     where ${sql.join(where, sql` and `)} order by k.ticket_id
     limit ${Math.min(Math.max(Math.trunc(limit), 1), maxFound)}`);
};

/** Creates the service of boards for routes, lists and other plugins. */
export const boardsService = (scope: Scope): Boards => ({
  board: async () => lanesOf(await defaultOf(scope)),
  boards: async () =>
    (await boardsOf(scope)).map((board) => ({
      ...lanesOf(board),
      title: board.title,
      isDefault: board.isDefault,
      queueIds: board.queueIds,
    })),

  async laneOf(ticketId) {
    const all = await boardsOf(scope);
    const row = await scope.sql.one<{
      boardId: number | null;
      laneId: string | null;
      movedAt: Date | null;
      queueId: number | null;
    }>(
      sql`select k.board_id as "boardId", k.lane_id as "laneId", k.moved_at as "movedAt", t.queue_id as "queueId"
            from tickets.public_ticket t left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
           where t.id = ${ticketId}`,
    );
    const board = all.find(({ id }) => id === row?.boardId) ?? homeBoard(all, row?.queueId ?? null);
    return { ...lanesOf(board), laneId: row?.laneId ?? firstLaneOf(board).id, movedAt: row?.movedAt ?? null };
  },

  async move(kanbanId, ticketId, laneId) {
    const all = await boardsOf(scope);
    const board = boardById(all, kanbanId);
    await scope.tx((inner) => placeCard(inner, { ticketId, board, all, laneId, keeps: true }));
  },

  async place(ticketId, { kanbanId, laneId, beforeTicketId }) {
    await boardsOf(scope);
    return scope.tx(async (inner) => {
      const all = await readBoards(inner);
      const board = boardById(all, kanbanId);
      await placeCard(inner, { ticketId, board, all, laneId, before: beforeTicketId });
      const [card] = await find(inner, { after: ticketId - 1, limit: 1 });
      if (!card) throw new Error('the card that was just placed is missing');
      return card;
    });
  },

  find: (search = {}) => find(scope, search),
});
