import { conflict, forbidden, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { placeCard } from '../card/place-card.ts';
import { boardsOf } from './make-board.ts';
import type { SavedLane } from './lane-form.ts';
import { assertNoCycle, boardChanged, lockBoard, removeLane } from './lane-routes.ts';
import { boardById, firstLaneOf, readBoards, type StoredBoard } from './read-boards.ts';
import type { SignedIn } from './visible-boards.ts';

interface Saving {
  userId: number;
  lanes: SavedLane[];
  /** Absent: unchanged. */
  followUp?: boolean | undefined;
  /** The version of the board that was read; absent: whichever it is. */
  version?: number | undefined;
}

const shapeOf = (lanes: readonly Pick<SavedLane, 'id' | 'title' | 'followUpConfig'>[]): string =>
  JSON.stringify(
    lanes.map(({ id, title, followUpConfig: config }) => [
      id,
      title,
      config && [
        config.message,
        config.initialDelay,
        config.intervalDelay,
        config.action,
        config.targetLane,
        config.flowId ?? null,
      ],
    ]),
  );

/** Writes the lanes, which belong to the company: cards of a deleted lane go to the first of the others. */
const writeLanes = async (scope: Scope, board: StoredBoard, lanes: readonly SavedLane[]): Promise<void> => {
  const rows = JSON.stringify(
    lanes.map(({ id, title, followUpConfig }, position) => ({ id, title, position, follow_up: followUpConfig })),
  );
  await scope.sql.run(
    sql`insert into kanban.lane as l (board_id, id, title, position, follow_up)
        select ${board.id}, n.id, n.title, n.position, n.follow_up
          from jsonb_to_recordset(${rows}::jsonb) as n(id text, title text, position int, follow_up jsonb)
        on conflict (company_id, board_id, id) do update
          set title = excluded.title, position = excluded.position, follow_up = excluded.follow_up, deleted_at = null`,
  );
  const kept = new Set(lanes.map(({ id }) => id));
  for (const { id } of board.lanes) if (!kept.has(id)) await removeLane(scope, await lockBoard(scope, board.id), id);
};

/** Moves the person's own conversations that stand in another lane than before; all others are left unchanged. */
const writeCards = async (
  scope: Scope,
  kanbanId: number,
  { userId, lanes }: Pick<Saving, 'userId' | 'lanes'>,
): Promise<void> => {
  const all = await readBoards(scope);
  const board = boardById(all, kanbanId);
  const wanted = JSON.stringify(
    lanes.flatMap(({ id: lane, cards }) => cards.map(({ id: ticket }) => ({ ticket, lane }))),
  );
  const moved = await scope.sql.rows<{ ticketId: number; laneId: string }>(
    sql`select distinct on (t.id) t.id as "ticketId", w.lane as "laneId"
          from jsonb_to_recordset(${wanted}::jsonb) as w(ticket int, lane text)
          join tickets.public_ticket t on t.id = w.ticket and t.owner_key = ${userId}
          left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
         where coalesce(k.lane_id, ${firstLaneOf(board).id}) <> w.lane and (k.board_id is null or k.board_id = ${kanbanId})
         order by t.id`,
  );
  for (const { ticketId, laneId } of moved) await placeCard(scope, { ticketId, board, all, laneId, keeps: true });
};

/** Saves a board: cards by their attendant, lanes by people who may see everybody's board. */
export const saveBoard = async (scope: SignedIn, kanbanId: number, saving: Saving): Promise<void> => {
  const { userId, lanes, followUp, version } = saving;
  if (userId !== scope.user.id) throw forbidden();
  await boardsOf(scope);
  await scope.tx(async (inner) => {
    const board = await lockBoard(inner, kanbanId);
    if (version !== undefined && version !== board.version)
      throw conflict('ERR_KANBAN_CHANGED', { version: board.version });
    const byId = new Map(board.lanes.map((lane) => [lane.id, lane]));
    assertNoCycle(
      lanes.map((lane) => ({
        color: '',
        cardLimit: null,
        sort: 'manual',
        outcome: null,
        ...byId.get(lane.id),
        id: lane.id,
        title: lane.title,
        followUpConfig: lane.followUpConfig,
      })),
    );
    const isReshaped = shapeOf(board.lanes) !== shapeOf(lanes);
    const isSwitched = followUp !== undefined && followUp !== board.followUp;
    if ((isReshaped || isSwitched) && !scope.can('crm:view')) throw forbidden();
    if (isReshaped) await writeLanes(inner, board, lanes);
    if (isSwitched) await inner.sql.run(sql`update kanban.board set follow_up = ${followUp} where id = ${kanbanId}`);
    await writeCards(inner, kanbanId, { userId, lanes });
    if (isReshaped) inner.use(tickets).refiltered('selectedKanbanId');
    if (isReshaped || isSwitched) await boardChanged(inner, kanbanId);
  });
};
