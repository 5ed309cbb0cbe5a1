import { sql, type Scope } from '@balcao/sdk/server';
import { boardRoom } from '../../contract.ts';

interface Shown {
  kanbanId: number;
  ownerKey: number;
  state: string;
  dueAt: string | null;
  step: number;
  sentAt: string | null;
}

/** Publishes the follow-up of a card to the people who have its board open. */
export const publishFollowUp = async (scope: Scope, ticketId: number): Promise<void> => {
  const row = await scope.sql.one<Shown>(sql`
    select f.board_id as "kanbanId", t.owner_key as "ownerKey", f.state, f.due_at as "dueAt", f.step, f.sent_at as "sentAt"
      from kanban.follow_up f join tickets.public_ticket t on t.company_id = f.company_id and t.id = f.ticket_id
     where f.ticket_id = ${ticketId}`);
  if (!row) return;
  const { kanbanId, ownerKey, ...followUp } = row;
  const isShown = row.dueAt !== null || row.state === 'window' || row.sentAt !== null;
  const data = { ticketId, followUp: isShown ? followUp : null };
  scope.rooms.emit(boardRoom, { kanbanId }, 'card', data);
  scope.rooms.emit(boardRoom, { kanbanId, userId: ownerKey }, 'card', data);
};
