import { forbidden, z, type Host } from '@balcao/sdk/server';
import type { TicketView } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';
import { readLanes } from './lane-form.ts';
import { boardTickets, personBoard } from './person-board.ts';
import { saveBoard } from './save-board.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
/** The path's alias for one's own board. */
const owner = z.union([z.literal('get-lane-user'), id]);
const board = z.object({
  id: z.number(),
  userId: z.number(),
  followUp: z.boolean(),
  version: z.number(),
  lane: z.string(),
});

/** Routes of the board as a page shows it: the company's lanes with the conversations of one person. */
export const boardRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/kanban/:userId', {
    access: 'signed-in',
    summary:
      'The board of a person: lanes with cards, as a JSON string. The caller’s own as `get-lane-user`; others with crm:view.',
    input: { params: z.object({ userId: owner }), query: z.object({ kanbanId: id.optional() }) },
    output: board,
    handle: ({ params, query }, scope) => {
      const userId = params.userId === 'get-lane-user' ? scope.user.id : params.userId;
      if (userId !== scope.user.id && !scope.can('crm:view')) throw forbidden();
      return personBoard(scope, userId, query.kanbanId);
    },
  });
  host.route('PUT', '/kanban/:id', {
    access: 'signed-in',
    summary:
      'Saves the lanes of cards on the caller’s own board; with crm:view also the lanes themselves. Cards that are not sent stay where they are.',
    input: {
      params: z.object({ id }),
      body: z.object({
        userId: id.optional(),
        followUp: z.boolean().optional(),
        version: z.number().int().optional(),
        lane: z.string('Required').max(1_000_000, 'Too Long!'),
      }),
    },
    output: board,
    handle: async ({ params, body }, scope) => {
      const { userId = scope.user.id, followUp, version, lane } = body;
      await saveBoard(scope, params.id, { userId, followUp, version, lanes: readLanes(lane) });
      return personBoard(scope, userId, params.id);
    },
  });
  host.route('GET', '/kanban-tickets', {
    access: 'signed-in',
    summary: 'The conversations of the caller’s own board.',
    handle: async (_request, scope): Promise<{ tickets: TicketView[] }> => ({
      tickets: await boardTickets(scope, scope.user.id),
    }),
  });
};
