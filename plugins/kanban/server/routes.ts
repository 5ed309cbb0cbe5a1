import { z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { boards } from '../contract.ts';
import type manifest from '../manifest.ts';
import { laneId } from './lane-filter.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const lanes = z.array(z.object({ id: z.string(), title: z.string() }));
const board = z.object({ kanbanId: z.number(), lanes });
const ticketLane = board.extend({ laneId: z.string(), movedAt: z.date().nullable() });

export const routes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/kanban-lanes', {
    access: 'crm:view',
    summary: 'Lanes of the company’s board, from left to right.',
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
    summary: 'Moves a conversation to another lane.',
    input: { params: z.object({ kanbanId: id }), body: z.object({ ticketId: id, targetLaneId: laneId }) },
    output: ticketLane,
    handle: async ({ params, body }, scope) => {
      await scope.use(tickets).assertReadable(body.ticketId);
      await scope.use(boards).move(params.kanbanId, body.ticketId, body.targetLaneId);
      return scope.use(boards).laneOf(body.ticketId);
    },
  });
};
