import { sql, type Host } from '@balcao/sdk/server';
import { noteChanged } from '@balcao/tickets/contract';
import { boardRoom } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { homeBoard, readBoards } from '../board/read-boards.ts';
import { valueOf } from './card-filter.ts';

/** Publishes the value of a card when a note of its conversation was added or removed. */
export const valueListener = (host: Host<typeof manifest>): void => {
  host.on(noteChanged, 'publish-value', async ({ ticketId }, scope) => {
    const row = await scope.sql.one<{
      boardId: number | null;
      queueId: number | null;
      userId: number;
      valueCents: number;
    }>(sql`
      select k.board_id as "boardId", t.queue_id as "queueId", t.owner_key as "userId", ${valueOf} as "valueCents"
        from tickets.public_ticket t left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
       where t.id = ${ticketId}`);
    if (!row) return;
    const all = await readBoards(scope);
    if (all.length === 0) return;
    const kanbanId = row.boardId ?? homeBoard(all, row.queueId).id;
    const data = { ticketId, valueCents: row.valueCents };
    scope.rooms.emit(boardRoom, { kanbanId }, 'card', data);
    scope.rooms.emit(boardRoom, { kanbanId, userId: row.userId }, 'card', data);
  });
};
