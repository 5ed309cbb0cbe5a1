import { conflict, invalid, notFound, sql, z, type Host, type Scope, type Sql } from '@balcao/sdk/server';
import { flows } from '@balcao/flows/contract';
import { tickets } from '@balcao/tickets/contract';
import { boardRoom, boardsChanged } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { logMoves } from '../card/log-moves.ts';
import { storedMover } from '../card/publish-moves.ts';
import { armLane } from '../follow-up/arm.ts';
import { findCycle, isActive } from '../follow-up/cycles.ts';
import { laneId, numberOf } from '../lane-id.ts';
import { followUp, laneTitle, maxLanes } from './lane-form.ts';
import { beginsOn } from './begins-on.ts';
import { boardById, firstLaneOf, laneById, readBoards, type StoredBoard } from './read-boards.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const inBoard = z.object({ kanbanId: id });
const inLane = inBoard.extend({ laneId });
const color = z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)]);
const saved = z.object({ kanbanId: z.number(), version: z.number() });

const newLane = z.object({ title: laneTitle, color: color.default('') });
const changes = z.object({
  title: laneTitle.optional(),
  color: color.optional(),
  cardLimit: z.number().int().min(1).max(100_000).nullable().optional(),
  sort: z.enum(['recent', 'manual']).optional(),
  outcome: z.enum(['won', 'lost']).nullable().optional(),
  /** Index from the left. */
  position: z.number().int().min(0).max(maxLanes).optional(),
  followUpConfig: followUp.nullable().optional(),
  /** Also for conversations that are in the lane already; absent: only for those that enter it. */
  includesPresent: z.boolean().optional(),
});
type Changes = z.output<typeof changes>;

/** Locks the board, so that concurrent changes of its lanes follow each other, and returns it as it is now. */
export const lockBoard = async (scope: Scope, boardId: number): Promise<StoredBoard> => {
  const row = await scope.sql.one(sql`select 1 from kanban.board where id = ${boardId} for no key update`);
  if (!row) throw notFound('ERR_NO_KANBAN_FOUND');
  return boardById(await readBoards(scope), boardId);
};

/** Increases the version of a board, and tells everybody who has it open, and other plugins. */
export const boardChanged = async (scope: Scope, boardId: number): Promise<{ kanbanId: number; version: number }> => {
  const row = await scope.sql.one<{ version: number }>(
    sql`update kanban.board set version = version + 1 where id = ${boardId} returning version`,
  );
  const version = row?.version ?? 0;
  scope.rooms.emit(boardRoom, { kanbanId: boardId, userId: 0 }, 'lanes', { version });
  await scope.emit(boardsChanged, 'boards', { kanbanId: boardId });
  return { kanbanId: boardId, version };
};

export const assertNoCycle = (lanes: StoredBoard['lanes']): void => {
  const known = new Set(lanes.map(({ id: lane }) => lane));
  for (const { followUpConfig: config } of lanes)
    if (config?.action === 'move' && config.targetLane !== null && !known.has(config.targetLane))
      throw invalid({ lane: 'ERR_NO_LANE_FOUND' });
  const cycle = findCycle(lanes);
  if (cycle) throw conflict('ERR_FOLLOW_UP_CYCLE', { path: cycle.join(' → ') });
};

/** Ids of lanes begin with their board, except on the company's first one, whichever is the default now. */
const prefixOf = (board: StoredBoard): string => {
  const prefix = `b${board.id}-`;
  return board.lanes.some(({ id: lane }) => lane.startsWith(prefix)) ? prefix : '';
};

/** Puts the lanes into an order, and stores their positions. */
const reorder = async (scope: Scope, board: StoredBoard, lane: string, position: number): Promise<void> => {
  const ids = board.lanes.map((one) => one.id).filter((one) => one !== lane);
  ids.splice(position, 0, lane);
  await scope.sql.run(sql`update kanban.lane l set position = p.place - 1
    from unnest(${ids}::text[]) with ordinality p(id, place) where l.board_id = ${board.id} and l.id = p.id`);
};

/**
 * Begins the follow-up of the running conversations of a lane whose customer does not wait for an answer; in the first
 * lane also of those without a card, which stand there.
 */
const armPresent = async (scope: Scope, board: StoredBoard, lane: string): Promise<void> => {
  const target = laneById(board, lane);
  if (!isActive(target)) return;
  const isSilent = sql`t.status in ('open', 'pending') and t.waiting_since is null`;
  const implicit =
    lane === firstLaneOf(board).id
      ? sql`union all select t.id from tickets.public_ticket t
             where ${isSilent} and ${beginsOn(board, await readBoards(scope))}
               and not exists (select 1 from kanban.card k where k.company_id = t.company_id and k.ticket_id = t.id)`
      : sql``;
  const rows = await scope.sql.rows<{ id: number }>(sql`
    select t.id from kanban.card k join tickets.public_ticket t on t.company_id = k.company_id and t.id = k.ticket_id
     where k.board_id = ${board.id} and k.lane_id = ${lane} and ${isSilent} ${implicit}`);
  await armLane(
    scope,
    rows.map((row) => row.id),
    board,
    target,
  );
};

/** A follow-up that starts a flow names one that exists. */
const assertFlow = async (scope: Scope, config: Changes['followUpConfig']): Promise<void> => {
  if (config?.action !== 'flow') return;
  const known = await scope.find(flows)?.list();
  if (!known?.some(({ id: flow }) => flow === config.flowId)) throw invalid({ flowId: 'ERR_NO_FLOW_FOUND' });
};

const write = async (scope: Scope, board: StoredBoard, lane: string, given: Changes): Promise<void> => {
  await assertFlow(scope, given.followUpConfig);
  const was = laneById(board, lane);
  const next = { ...was, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  assertNoCycle(board.lanes.map((one) => (one.id === lane ? next : one)));
  await scope.sql
    .run(sql`update kanban.lane set title = ${next.title}, color = ${next.color}, card_limit = ${next.cardLimit}::int,
    sort = ${next.sort}, outcome = ${next.outcome}::text, follow_up = ${next.followUpConfig && JSON.stringify(next.followUpConfig)}::jsonb
    where board_id = ${board.id} and id = ${lane}`);
  if (given.position !== undefined) await reorder(scope, board, lane, given.position);
  if (given.includesPresent) await armPresent(scope, await lockBoard(scope, board.id), lane);
};

/** Locks cards in the order in which everybody who moves several of them does. */
const lockCards = (scope: Scope, which: Sql): Promise<number> =>
  scope.sql.run(sql`select 1 from kanban.card where ${which} order by ticket_id for update`);

/**
 * Deletes a lane. Its cards go to the first of the others, and lose their position: they stand in the order of activity,
 * above those that somebody ordered. The lane stays stored for a day, so that the deletion can be undone. Its follow-ups
 * are left waiting: one that is due in a lane without its card ends, and undoing continues the others.
 */
export const removeLane = async (scope: Scope, board: StoredBoard, lane: string): Promise<number> => {
  const removed = laneById(board, lane);
  const rest = board.lanes.filter((one) => one.id !== lane);
  if (rest.length === 0) throw conflict('ERR_LAST_LANE');
  const first = firstLaneOf({ ...board, lanes: rest });
  await scope.sql.run(
    sql`select 1 from kanban.lane where board_id = ${board.id} and id = any(${[lane, first.id]}::text[]) order by id for no key update`,
  );
  await lockCards(scope, sql`board_id = ${board.id} and lane_id = ${lane}`);
  const moved = await scope.sql.rows<{ id: number }>(sql`
    update kanban.card set lane_id = ${first.id}, before_lane = lane_id, before_rank = rank, rank = null, version = version + 1,
           moved_at = clock_timestamp(), moved_by = ${storedMover(scope)}::int
     where board_id = ${board.id} and lane_id = ${lane} returning ticket_id as id`);
  await scope.sql.run(sql`update kanban.lane set deleted_at = now() where board_id = ${board.id} and id = ${lane}`);
  const moves = moved.map(({ id: ticketId }) => ({ ticketId, from: removed.title, to: first.title }));
  await logMoves(scope, moves, storedMover(scope), 'laneRemoved');
  scope.use(tickets).refiltered('selectedKanbanId');
  return moved.length;
};

/** Undoes the deletion of a lane; cards that were moved meanwhile stay where they are. */
const restore = async (scope: Scope, board: StoredBoard, lane: string): Promise<number> => {
  const found = await scope.sql.one<{ title: string }>(
    sql`update kanban.lane set deleted_at = null where board_id = ${board.id} and id = ${lane} and deleted_at is not null
        returning title`,
  );
  if (!found) throw notFound('ERR_NO_LANE_FOUND');
  await lockCards(scope, sql`board_id = ${board.id} and before_lane = ${lane}`);
  const moved = await scope.sql.rows<{ id: number }>(sql`
    update kanban.card set lane_id = ${lane}, rank = before_rank, before_lane = null, before_rank = null, version = version + 1,
           moved_at = clock_timestamp(), moved_by = ${storedMover(scope)}::int
     where board_id = ${board.id} and before_lane = ${lane} returning ticket_id as id`);
  const moves = moved.map(({ id: ticketId }) => ({ ticketId, from: firstLaneOf(board).title, to: found.title }));
  await logMoves(scope, moves, storedMover(scope), 'laneRestored');
  scope.use(tickets).refiltered('selectedKanbanId');
  return moved.length;
};

/** Routes by which people change the lanes of a board. */
export const laneRoutes = (host: Host<typeof manifest>): void => {
  host.route('POST', '/kanban-boards/:kanbanId/lanes', {
    access: 'crm:view',
    summary: 'Adds a lane at the right end of a board.',
    input: { params: inBoard, body: newLane },
    output: saved.extend({ laneId: z.string() }),
    handle: ({ params, body }, scope) =>
      scope.tx(async (inner) => {
        const board = await lockBoard(inner, params.kanbanId);
        if (board.lanes.length >= maxLanes) throw conflict('ERR_TOO_MANY_LANES', { most: maxLanes });
        const made = await inner.sql.one<{ id: string }>(sql`
          insert into kanban.lane (board_id, id, title, color, position)
          select b.id, ${prefixOf(board)} || 'lane' || (greatest(b.last_lane, max(${numberOf})) + 1),
                 ${body.title}, ${body.color}, coalesce(max(l.position), 0) + 1
            from kanban.board b left join kanban.lane l on l.company_id = b.company_id and l.board_id = b.id
           where b.id = ${board.id} group by b.id, b.last_lane
          returning id`);
        return { ...(await boardChanged(inner, board.id)), laneId: made?.id ?? '' };
      }),
  });
  host.route('PUT', '/kanban-boards/:kanbanId/lanes/:laneId', {
    access: 'crm:view',
    summary: 'Changes a lane: only the fields that are sent.',
    input: { params: inLane, body: changes },
    output: saved,
    handle: ({ params, body }, scope) =>
      scope.tx(async (inner) => {
        const board = await lockBoard(inner, params.kanbanId);
        await write(inner, board, params.laneId, body);
        inner.use(tickets).refiltered('selectedKanbanId');
        return boardChanged(inner, board.id);
      }),
  });
  host.route('DELETE', '/kanban-boards/:kanbanId/lanes/:laneId', {
    access: 'crm:view',
    summary: 'Deletes a lane; its cards go to the first one.',
    input: { params: inLane },
    output: saved.extend({ moved: z.number() }),
    handle: ({ params }, scope) =>
      scope.tx(async (inner) => {
        const board = await lockBoard(inner, params.kanbanId);
        const moved = await removeLane(inner, board, params.laneId);
        return { ...(await boardChanged(inner, board.id)), moved };
      }),
  });
  host.route('POST', '/kanban-boards/:kanbanId/lanes/:laneId/restore', {
    access: 'crm:view',
    summary: 'Undoes the deletion of a lane, with the cards that nobody moved since.',
    input: { params: inLane },
    output: saved.extend({ moved: z.number() }),
    handle: ({ params }, scope) =>
      scope.tx(async (inner) => {
        const board = await lockBoard(inner, params.kanbanId);
        const moved = await restore(inner, board, params.laneId);
        return { ...(await boardChanged(inner, board.id)), moved };
      }),
  });
};
