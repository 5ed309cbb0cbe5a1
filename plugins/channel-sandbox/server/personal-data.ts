import { sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

/** The simulated phone of a contact, with its received messages. */
export const phoneOfPerson: PersonalData = {
  id: 'sandbox',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select p.number, p.name from channel_sandbox.phone p
           where p.number in (select i.value from contacts.public_identity i where i.contact_id = ${contactId} and i.kind = 'phone')
           order by p.number`,
    ))
      yield { kind: 'phone', row };
    for (const row of await scope.sql.rows<object>(
      sql`select r.number, r.body, r.received_at as "receivedAt" from channel_sandbox.received r
           where r.number in (select i.value from contacts.public_identity i where i.contact_id = ${contactId} and i.kind = 'phone')
           order by r.id`,
    ))
      yield { kind: 'received', row };
  },
  async erase(contactId, scope) {
    const own = sql`select i.value from contacts.public_identity i where i.contact_id = ${contactId} and i.kind = 'phone'`;
    await scope.sql.run(
      sql`delete from channel_sandbox.reaction x using channel_sandbox.received r
           where r.connection_id = x.connection_id and r.external_id = x.external_id and r.number in (${own})`,
    );
    await scope.sql.run(sql`delete from channel_sandbox.received r where r.number in (${own})`);
    return {
      count: await scope.sql.run(sql`delete from channel_sandbox.phone p where p.number in (${own})`),
      files: [],
    };
  },
};
