import { sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

/** Visitors that are this contact. Their browsers are unknown after an erasure. */
export const visitorsOfPerson: PersonalData = {
  id: 'webchat',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select v.name, v.created_at as "createdAt", v.last_seen_at as "lastSeenAt" from channel_webchat.visitor v
            join contacts.public_identity i on i.channel = 'webchat' and i.kind = 'web' and i.value = v.public_id
           where i.contact_id = ${contactId} order by v.id`,
    ))
      yield { kind: 'visitor', row };
  },
  async erase(contactId, scope) {
    const count = await scope.sql.run(
      sql`delete from channel_webchat.visitor v using contacts.public_identity i
           where i.channel = 'webchat' and i.kind = 'web' and i.value = v.public_id and i.contact_id = ${contactId}`,
    );
    return { count, files: [] };
  },
};
