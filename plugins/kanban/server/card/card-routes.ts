import { sql, z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { boardRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { boardView, lanePage, viewOf } from '../board/board-view.ts';
import { boardsOf } from '../board/make-board.ts';
import { boardById, firstLaneOf, homeBoard, laneById } from '../board/read-boards.ts';
import { shownBoard, shownLane } from '../board/settings-routes.ts';
import { laneId } from '../lane-id.ts';
import { cardFilter, valueOf } from './card-filter.ts';
import { moveMany } from './move-many.ts';
import { storedMover } from './publish-moves.ts';
import { readCursor, shownCard } from './show-cards.ts';
import { laneTotals } from './totals.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const inBoard = z.object({ kanbanId: id });
const page = z.object({ cards: z.array(shownCard), cursor: z.string().nullable() });
const total = z.object({ laneId: z.string(), total: z.number(), cents: z.number() });

/** Routes of the page: a board, pages of its lanes, and changes of cards. */
export const cardRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/kanban-boards/:kanbanId', {
    access: 'signed-in',
    summary: 'A board with the first cards of each lane, and the number and value of all its cards.',
    input: { params: inBoard, query: cardFilter },
    output: shownBoard.extend({
      lanes: z.array(shownLane.extend(page.shape).extend({ total: z.number(), cents: z.number() })),
    }),
    handle: async ({ params, query }, scope) => {
      const view = await viewOf(scope, params.kanbanId, query);
      return { ...view.board, lanes: await boardView(scope, view) };
    },
  });
  host.route('GET', '/kanban-boards/:kanbanId/totals', {
    access: 'signed-in',
    summary: 'The number and value of the cards of each lane that has any.',
    input: { params: inBoard, query: cardFilter },
    output: z.object({ totals: z.array(total) }),
    handle: async ({ params, query }, scope) => ({
      totals: await laneTotals(scope, await viewOf(scope, params.kanbanId, query)),
    }),
  });
  host.route('GET', '/kanban-cards', {
    access: 'signed-in',
    summary: 'A page of the cards of a lane, from a cursor on.',
    input: {
      query: cardFilter.extend({
        kanbanId: id,
        laneId,
        cursor: readCursor.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: page,
    handle: async ({ query }, scope) => {
      const view = await viewOf(scope, query.kanbanId, query);
      return lanePage(scope, view, laneById(view.board, query.laneId), query.limit, query.cursor);
    },
  });
  host.route('POST', '/kanban-tickets/:kanbanId/bulk', {
    access: 'signed-in',
    summary: 'Moves up to 200 conversations to one lane; those that cannot be moved are returned with the reason.',
    input: {
      params: inBoard,
      body: z.object({ ticketIds: z.array(id).min(1).max(200), targetLaneId: laneId }),
    },
    output: z.object({
      moved: z.array(z.number()),
      refused: z.array(z.object({ ticketId: z.number(), error: z.string() })),
    }),
    handle: async ({ params, body }, scope) => {
      const all = await boardsOf(scope);
      const board = boardById(all, params.kanbanId);
      laneById(board, body.targetLaneId);
      return moveMany(scope, { board, all, laneId: body.targetLaneId, ticketIds: [...new Set(body.ticketIds)] });
    },
  });
  host.route('PUT', '/kanban-cards/:ticketId/value', {
    access: 'signed-in',
    summary: 'Sets the value of a card. The notes of its conversation stay as they are; the difference is stored.',
    input: {
      params: z.object({ ticketId: id }),
      body: z.object({ valueCents: z.number().int().min(0).max(99_999_999_999_999) }),
    },
    output: z.object({ ticketId: z.number(), valueCents: z.number() }),
    handle: async ({ params: { ticketId }, body }, scope) => {
      await scope.use(tickets).assertReadable(ticketId);
      const all = await boardsOf(scope);
      return scope.tx(async (inner) => {
        const ticket = await inner.sql.one<{ queueId: number | null; owner: number }>(
          sql`select t.queue_id as "queueId", t.owner_key as owner from tickets.public_ticket t where t.id = ${ticketId}`,
        );
        const home = homeBoard(all, ticket?.queueId ?? null);
        // Locks the card before its value is read: two people who set one value at once would add their differences.
        await inner.sql.run(sql`
          insert into kanban.card as c (ticket_id, board_id, lane_id, version, moved_at)
          values (${ticketId}, ${home.id}, ${firstLaneOf(home).id}, 0, null)
          on conflict (company_id, ticket_id) do update set adjust_cents = c.adjust_cents`);
        const card = await inner.sql.one<{ boardId: number; cents: number }>(sql`
          select k.board_id as "boardId", ${valueOf} as cents from kanban.card k
            join tickets.public_ticket t on t.company_id = k.company_id and t.id = k.ticket_id where k.ticket_id = ${ticketId}`);
        const from = card?.cents ?? 0;
        const change = body.valueCents - from;
        await inner.sql.run(
          sql`update kanban.card set adjust_cents = adjust_cents + ${change}::bigint where ticket_id = ${ticketId}`,
        );
        if (change !== 0)
          await inner.use(tickets).log(ticketId, {
            type: 'kanban.valued',
            data: { from, to: body.valueCents },
            by: storedMover(inner),
          });
        const kanbanId = card?.boardId ?? home.id;
        const data = { ticketId, valueCents: body.valueCents };
        inner.rooms.emit(boardRoom, { kanbanId }, 'card', data);
        inner.rooms.emit(boardRoom, { kanbanId, userId: ticket?.owner ?? 0 }, 'card', data);
        return data;
      });
    },
  });
};
