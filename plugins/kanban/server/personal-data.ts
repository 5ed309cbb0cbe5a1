import { sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

/** Exports the lanes of a person's conversations. Deletion only counts them: a card holds no personal data. */
export const lanesOfPerson: PersonalData = {
  id: 'kanban',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select k.ticket_id as "ticketId", l.title as lane, k.moved_at as "movedAt"
            from kanban.card k join tickets.public_ticket t on t.id = k.ticket_id
            join kanban.lane l on l.board_id = k.board_id and l.id = k.lane_id
           where t.contact_id = ${contactId} order by k.ticket_id`,
    ))
      yield { kind: 'card', row };
  },
  erase: async () => ({ count: 0, files: [] }),
};
