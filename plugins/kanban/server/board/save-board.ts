import { forbidden, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { boards } from '../../contract.ts';
import type { SavedLane } from './lane-form.ts';

interface Saving {
  userId: number;
  lanes: SavedLane[];
  /** Absent: unchanged. */
  followUp?: boolean | undefined;
}

interface StoredLane {
  id: string;
  title: string;
  config: SavedLane['followUpConfig'];
}

const stored = (scope: Scope): Promise<StoredLane[]> =>
  scope.sql.rows<StoredLane>(
    sql`select l.id, l.title, l.follow_up as config from kanban.lane l order by l.position, l.id`,
  );

const shapeOf = (lanes: readonly StoredLane[]): string =>
  JSON.stringify(
    lanes.map(({ id, title, config }) => [
      id,
      title,
      config && [config.message, config.initialDelay, config.intervalDelay, config.action, config.targetLane],
    ]),
  );

/** Writes the lanes, which belong to the company: cards of a deleted lane return to the first. */
const writeLanes = async (scope: Scope, kanbanId: number, lanes: readonly SavedLane[]): Promise<void> => {
  const rows = JSON.stringify(
    lanes.map(({ id, title, followUpConfig }, position) => ({ id, title, position, follow_up: followUpConfig })),
  );
  await scope.sql.run(
    sql`insert into kanban.lane as l (board_id, id, title, position, follow_up)
        select ${kanbanId}, n.id, n.title, n.position, n.follow_up
          from jsonb_to_recordset(${rows}::jsonb) as n(id text, title text, position int, follow_up jsonb)
        on conflict (company_id, board_id, id) do update
          set title = excluded.title, position = excluded.position, follow_up = excluded.follow_up`,
  );
  await scope.sql.run(
    sql`delete from kanban.lane where board_id = ${kanbanId} and id <> all(${lanes.map(({ id }) => id)}::text[])`,
  );
};

/** Moves the person's own conversations; those of others are left unchanged. */
const writeCards = async (
  scope: Scope,
  kanbanId: number,
  { userId, lanes }: Pick<Saving, 'userId' | 'lanes'>,
): Promise<number[]> => {
  const wanted = JSON.stringify(
    lanes.flatMap(({ id: lane, cards }) => cards.map(({ id: ticket }) => ({ ticket, lane }))),
  );
  const moved = await scope.sql.rows<{ id: number }>(
    sql`insert into kanban.card as c (ticket_id, board_id, lane_id)
        select distinct on (t.id) t.id, ${kanbanId}::int, w.lane
          from jsonb_to_recordset(${wanted}::jsonb) as w(ticket int, lane text)
          join tickets.public_ticket t on t.id = w.ticket and t.owner_key = ${userId}
          left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
         where k.lane_id is not null or w.lane <> ${lanes[0]?.id ?? ''}
        on conflict (company_id, ticket_id) do update
          set board_id = excluded.board_id, lane_id = excluded.lane_id, moved_at = now()
        where (c.board_id, c.lane_id) is distinct from (excluded.board_id, excluded.lane_id)
        returning ticket_id as id`,
  );
  return moved.map(({ id }) => id);
};

/** Saves a board: cards by their attendant, lanes by people who may see everybody's board. */
export const saveBoard = async (
  scope: Scope & { readonly user: NonNullable<Scope['user']> },
  kanbanId: number,
  { userId, lanes, followUp }: Saving,
): Promise<void> => {
  if (userId !== scope.user.id) throw forbidden();
  const known = new Set(lanes.map(({ id }) => id));
  for (const { followUpConfig } of lanes)
    if (
      followUpConfig?.action === 'move' &&
      followUpConfig.targetLane !== null &&
      !known.has(followUpConfig.targetLane)
    )
      throw invalid({ lane: 'ERR_NO_LANE_FOUND' });
  const board = await scope.use(boards).board();
  if (board.kanbanId !== kanbanId) throw notFound('ERR_NO_KANBAN_FOUND');
  await scope.tx(async (inner) => {
    const isOn = await inner.sql.one<{ followUp: boolean }>(
      sql`select follow_up as "followUp" from kanban.board where id = ${kanbanId} for update`,
    );
    const before = await stored(inner);
    const after = lanes.map(({ id, title, followUpConfig }) => ({ id, title, config: followUpConfig }));
    const isReshaped = shapeOf(before) !== shapeOf(after);
    const isSwitched = followUp !== undefined && followUp !== isOn?.followUp;
    if ((isReshaped || isSwitched) && !scope.can('crm:view')) throw forbidden();
    if (isReshaped) await writeLanes(inner, kanbanId, lanes);
    if (isSwitched) await inner.sql.run(sql`update kanban.board set follow_up = ${followUp} where id = ${kanbanId}`);
    const moved = await writeCards(inner, kanbanId, { userId, lanes });
    for (const ticketId of moved) await inner.use(tickets).touched(ticketId);
    if (isReshaped) inner.use(tickets).refiltered('selectedKanbanId');
  });
};
