import { sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

/** In which lanes a person's conversations stand. A lane is only counted: nothing of who it was is kept with it. */
export const placesOfPerson: PersonalData = {
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
