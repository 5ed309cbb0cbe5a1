import { forbidden, z, type Host, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { boards } from '../contract.ts';
import type manifest from '../manifest.ts';
import { boardsOf } from './board/make-board.ts';
import { boardById } from './board/read-boards.ts';
import { placeCard } from './card/place-card.ts';
import { laneId } from './lane-id.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const lanes = z.array(z.object({ id: z.string(), title: z.string() }));
const board = z.object({ kanbanId: z.number(), lanes });
const ticketLane = board.extend({ laneId: z.string(), movedAt: z.date().nullable() });
const move = z.object({
  ticketId: id,
  targetLaneId: laneId,
  beforeTicketId: id.nullable().optional(),
  version: z.number().int().min(0).optional(),
  userId: id.optional(),
});

/** Moves the card; without a position one that is in the lane already stays where it is. */
const moveCard = async (scope: Scope, kanbanId: number, body: z.output<typeof move>): Promise<number> => {
  const { ticketId, targetLaneId, beforeTicketId: before, version } = body;
  const all = await boardsOf(scope);
  const placed = await scope.tx((inner) =>
    placeCard(inner, {
      ticketId,
      board: boardById(all, kanbanId),
      all,
      laneId: targetLaneId,
      before,
      version,
      keeps: before === undefined && version === undefined,
    }),
  );
  return placed.version;
};

export const routes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/kanban-lanes', {
    access: 'crm:view',
    summary: 'Lanes of the company’s default board, from left to right.',
    output: board,
    handle: (_request, scope) => scope.use(boards).board(),
  });
  host.route('GET', '/kanban-tickets/:ticketId', {
    access: 'signed-in',
    summary: 'The lane of a conversation.',
    input: { params: z.object({ ticketId: id }) },
    output: ticketLane,
    handle: async ({ params }, scope) => {
      await scope.use(tickets).assertReadable(params.ticketId);
      return scope.use(boards).laneOf(params.ticketId);
    },
  });
  host.route('PUT', '/kanban-tickets/:kanbanId', {
    access: 'signed-in',
    summary:
      'Moves a conversation to another lane, before another one (null: to the end). With the version that was seen, a card that somebody else moved meanwhile stays: 409 ERR_CARD_MOVED. `userId` names the person whose board is worked on: only one’s own.',
    input: { params: z.object({ kanbanId: id }), body: move },
    output: ticketLane.extend({ version: z.number() }),
    handle: async ({ params, body }, scope) => {
      if (body.userId !== undefined && body.userId !== scope.user.id) throw forbidden();
      await scope.use(tickets).assertReadable(body.ticketId);
      const version = await moveCard(scope, params.kanbanId, body);
      return { ...(await scope.use(boards).laneOf(body.ticketId)), version };
    },
  });
};
