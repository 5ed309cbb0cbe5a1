import { conflict, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { flows } from '@balcao/flows/contract';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { boardChanged, lockBoard } from './lane-routes.ts';
import { followUp, laneTitle } from './lane-form.ts';
import { makeLanes } from './make-board.ts';
import { readBoards, type StoredBoard } from './read-boards.ts';
import { visibleBoards } from './visible-boards.ts';

const maxBoards = 30;
const id = z.coerce.number().int().positive().max(2_147_483_647);
const params = z.object({ kanbanId: id });
const queueIds = z.array(id).max(200);
const newBoard = z.object({ title: laneTitle, queueIds: queueIds.default([]) });
const changes = z.object({
  title: laneTitle.optional(),
  queueIds: queueIds.optional(),
  followUp: z.boolean().optional(),
  isDefault: z.literal(true).optional(),
});

export const shownLane = z.object({
  id: z.string(),
  title: z.string(),
  color: z.string(),
  cardLimit: z.number().nullable(),
  sort: z.enum(['recent', 'manual']),
  outcome: z.enum(['won', 'lost']).nullable(),
  followUpConfig: followUp.nullable(),
});
export const shownBoard = z.object({
  id: z.number(),
  title: z.string(),
  isDefault: z.boolean(),
  queueIds: z.array(z.number()),
  followUp: z.boolean(),
  version: z.number(),
  lanes: z.array(shownLane),
});

/** Each queue begins on one board. */
const assertFree = (all: readonly StoredBoard[], boardId: number | undefined, wanted: readonly number[]): void => {
  const other = all.find((board) => board.id !== boardId && board.queueIds.some((queue) => wanted.includes(queue)));
  if (other) throw conflict('ERR_QUEUE_ON_OTHER_BOARD', { board: other.title });
};

const assertQueues = async (scope: Scope, wanted: readonly number[]): Promise<void> => {
  const row = await scope.sql.one<{ known: number }>(
    sql`select count(*)::int as known from queues.public_queue q where q.id = any(${[...wanted]}::int[])`,
  );
  if (row?.known !== new Set(wanted).size) throw notFound('ERR_NO_QUEUE_FOUND');
};

const write = async (scope: Scope, board: StoredBoard, body: z.output<typeof changes>): Promise<void> => {
  if (body.queueIds) {
    assertFree(await readBoards(scope), board.id, body.queueIds);
    await assertQueues(scope, body.queueIds);
  }
  const { title = board.title, queueIds: queues = board.queueIds, followUp: isOn = board.followUp } = body;
  if (body.isDefault) await scope.sql.run(sql`update kanban.board set is_default = false where is_default`);
  await scope.sql.run(sql`update kanban.board set title = ${title}, queue_ids = ${queues}::int[], follow_up = ${isOn},
    is_default = ${body.isDefault ?? board.isDefault} where id = ${board.id}`);
};

/** Routes by which people read and change boards. */
export const settingsRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/kanban-boards', {
    access: 'signed-in',
    summary: 'The boards that the caller may open, with their lanes.',
    output: z.object({ boards: z.array(shownBoard) }),
    handle: async (_request, scope) => ({ boards: await visibleBoards(scope) }),
  });
  host.route('GET', '/kanban-flows', {
    access: 'crm:view',
    summary: 'The published flows that a follow-up may start; none while flows are off.',
    output: z.object({ flows: z.array(z.object({ id: z.number(), title: z.string() })) }),
    handle: async (_request, scope) => ({
      flows: ((await scope.find(flows)?.list()) ?? [])
        .filter(({ isLive }) => isLive)
        .map(({ id: flow, title }) => ({ id: flow, title })),
    }),
  });
  host.route('POST', '/kanban-boards', {
    access: 'crm:view',
    summary: 'Adds a board with the default lanes.',
    input: { body: newBoard },
    output: z.object({ kanbanId: z.number(), version: z.number() }),
    handle: ({ body }, scope) =>
      scope.tx(async (inner) => {
        const all = await readBoards(inner);
        if (all.length >= maxBoards) throw conflict('ERR_TOO_MANY_BOARDS', { most: maxBoards });
        assertFree(all, undefined, body.queueIds);
        await assertQueues(inner, body.queueIds);
        const made = await inner.sql.one<{ id: number }>(sql`
          insert into kanban.board (title, queue_ids, position, is_default)
          values (${body.title}, ${body.queueIds}::int[], ${all.length}, ${!all.some(({ isDefault }) => isDefault)}) returning id`);
        if (!made) throw new Error('a board was not stored');
        await makeLanes(inner, made.id, `b${made.id}-`);
        inner.use(tickets).refiltered('selectedKanbanId');
        return boardChanged(inner, made.id);
      }),
  });
  host.route('PUT', '/kanban-boards/:kanbanId', {
    access: 'crm:view',
    summary: 'Changes a board: only the fields that are sent.',
    input: { params, body: changes },
    output: z.object({ kanbanId: z.number(), version: z.number() }),
    handle: (request, scope) =>
      scope.tx(async (inner) => {
        const board = await lockBoard(inner, request.params.kanbanId);
        await write(inner, board, request.body);
        return boardChanged(inner, board.id);
      }),
  });
  host.route('DELETE', '/kanban-boards/:kanbanId', {
    access: 'crm:view',
    summary: 'Deletes a board. Its conversations return to the first lane of the board of their queue.',
    input: { params },
    handle: (request, scope) =>
      scope.tx(async (inner) => {
        const board = await lockBoard(inner, request.params.kanbanId);
        if (board.isDefault) throw conflict('ERR_DEFAULT_BOARD');
        await boardChanged(inner, board.id);
        await inner.sql.run(sql`delete from kanban.follow_up where board_id = ${board.id}`);
        await inner.sql.run(sql`delete from kanban.board where id = ${board.id}`);
        inner.use(tickets).refiltered('selectedKanbanId');
      }),
  });
};
