import { sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

/** Exports the tags of a person's conversations. A tag itself is no personal data, so none is erased. */
export const tagsOfPerson: PersonalData = {
  id: 'tags',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select x.ticket_id as "ticketId", g.name as tag from tags.ticket_tag x join tags.tag g on g.id = x.tag_id
            join tickets.public_ticket t on t.id = x.ticket_id where t.contact_id = ${contactId} order by x.ticket_id, g.name`,
    ))
      yield { kind: 'tag', row };
  },
  async erase(contactId, scope) {
    const count = await scope.sql.run(
      sql`delete from tags.ticket_tag x using tickets.public_ticket t where t.id = x.ticket_id and t.contact_id = ${contactId}`,
    );
    return { count, files: [] };
  },
};
