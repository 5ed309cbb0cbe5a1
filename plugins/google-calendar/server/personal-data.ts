import { sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

/** Values of entries about a person that lost against Google. The entries themselves are erased by the agenda, and then at Google. */
export const lossesOfPerson: PersonalData = {
  id: 'google-calendar',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select field, value, created_at as "at" from google_calendar.loss where contact_id = ${contactId} order by id`,
    ))
      yield { kind: 'lost-change', row };
  },
  async erase(contactId, scope) {
    const count = await scope.sql.run(sql`delete from google_calendar.loss where contact_id = ${contactId}`);
    return { count, files: [] };
  },
};
