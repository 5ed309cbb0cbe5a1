import { sql, z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { boardRoom } from '../contract.ts';
import type manifest from '../manifest.ts';
import { visibleBoards } from './board/visible-boards.ts';

const id = z.number().int().positive().max(2_147_483_647);
const holding = z.object({ ticketId: id.nullable() });

/** The live rooms of boards. */
export const rooms = (host: Host<typeof manifest>): void => {
  host.room(boardRoom, {
    params: z.strictObject({
      kanbanId: id,
      userId: z.number().int().min(0).max(2_147_483_647).optional(),
    }) as z.ZodType<{
      kanbanId: number;
      userId?: number;
    }>,
    may: async ({ kanbanId, userId }, scope) => {
      const isOpen = userId === 0 || userId === scope.user.id || scope.can('crm:view');
      return isOpen && (await visibleBoards(scope)).some((board) => board.id === kanbanId);
    },
    transient: ['holding'],
    accepts: {
      async holding(data, { kanbanId }, scope) {
        const { ticketId } = holding.parse(data);
        if (!scope.user) return;
        const by = { id: scope.user.id, name: scope.user.name };
        if (ticketId !== null) await scope.use(tickets).assertReadable(ticketId);
        const row = await scope.sql.one<{ owner: number }>(
          sql`select owner_key as owner from tickets.public_ticket where id = ${ticketId ?? 0}`,
        );
        scope.rooms.emit(boardRoom, { kanbanId }, 'holding', { ticketId, by });
        const userId = row?.owner ?? scope.user.id;
        if (userId !== 0) scope.rooms.emit(boardRoom, { kanbanId, userId }, 'holding', { ticketId, by });
      },
    },
  });
};
