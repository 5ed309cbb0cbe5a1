import { sql } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';

/** Texts that models wrote about a contact's conversations. */
export const textsOfContact: PersonalData = {
  id: 'chatai',
  async *collect(contactId, scope) {
    for (const row of await scope.sql.rows<object>(
      sql`select s.sections, s.created_at as "createdAt" from chatai.ticket_summary s
            join tickets.public_ticket t on t.company_id = s.company_id and t.id = s.ticket_id
           where t.contact_id = ${contactId} order by s.ticket_id`,
    ))
      yield { kind: 'conversation-summary', row };
    for (const row of await scope.sql.rows<object>(
      sql`select x.text, x.created_at as "createdAt"
            from (select company_id, message_id, text, created_at from chatai.transcript
                  union all select company_id, message_id, text, created_at from chatai.transcript_part) x
            join tickets.public_message m on m.company_id = x.company_id and m.id = x.message_id
            join tickets.public_ticket t on t.company_id = m.company_id and t.id = m.ticket_id
           where t.contact_id = ${contactId} order by x.message_id, x.created_at`,
    ))
      yield { kind: 'voice-transcript', row };
  },
  async erase(contactId, scope) {
    const own = sql`select t.id from tickets.public_ticket t where t.contact_id = ${contactId}`;
    const summaries = await scope.sql.run(sql`delete from chatai.ticket_summary where ticket_id in (${own})`);
    const transcripts = await scope.sql.run(
      sql`delete from chatai.transcript where message_id in
            (select m.id from tickets.public_message m where m.ticket_id in (${own}))`,
    );
    await scope.sql.run(
      sql`delete from chatai.transcript_part where message_id in
            (select m.id from tickets.public_message m where m.ticket_id in (${own}))`,
    );
    await scope.sql.run(sql`update chatai.run set ticket_id = null, message_id = null where ticket_id in (${own})`);
    return { count: summaries + transcripts, files: [] };
  },
  // Without `countBefore`: their conversations are counted by the plugin that keeps the messages.
  async eraseBefore(day, limit, scope) {
    const summaries = await scope.sql.run(
      sql`delete from chatai.ticket_summary where ticket_id in
            (select s.ticket_id from chatai.ticket_summary s
               join tickets.public_ticket t on t.company_id = s.company_id and t.id = s.ticket_id
              where t.status = 'closed' and t.closed_at < ${day} limit ${limit})`,
    );
    const transcripts = await scope.sql.run(
      sql`delete from chatai.transcript where message_id in
            (select x.message_id from chatai.transcript x
               join tickets.public_message m on m.company_id = x.company_id and m.id = x.message_id
               join tickets.public_ticket t on t.company_id = m.company_id and t.id = m.ticket_id
              where t.status = 'closed' and t.closed_at < ${day} limit ${limit})`,
    );
    await scope.sql.run(sql`delete from chatai.transcript_part where created_at < ${day}`);
    return { count: summaries + transcripts, files: [] };
  },
};
