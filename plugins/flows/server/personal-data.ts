import { sql, type Scope } from '@balcao/sdk/server';
import type { PersonalData } from '@balcao/contacts/contract';
import { deleteAnswersBefore } from './numbers/kept.ts';

const sessions = (contactId: number, scope: Scope) =>
  scope.sql.rows<object>(
    sql`select s.ticket_id as "ticketId", f.title as flow, s.started_at as "startedAt", s.ended_at as "endedAt", s.ended_why as "endedWhy",
               s.memory -> 'values' as values,
               (select jsonb_object_agg(a.name, a.value) from flows.answer a where a.company_id = s.company_id and a.session_id = s.id) as answers
          from flows.session s join tickets.public_ticket t on t.id = s.ticket_id
          left join flows.flow f on f.company_id = s.company_id and f.id = s.flow_id
         where t.contact_id = ${contactId} order by s.id`,
  );

/**
 * Answers that a person gave to flows. They stay until the company's limit of retention; the log of steps has no words of
 * the person, and stays for the numbers.
 */
export const sessionsOfPerson: PersonalData = {
  id: 'flows',
  async *collect(contactId, scope) {
    for (const row of await sessions(contactId, scope)) yield { kind: scope.t('server.personal.session'), row };
  },
  async erase(contactId, scope) {
    const answers = await scope.sql.run(
      sql`delete from flows.answer a using flows.session s, tickets.public_ticket t
           where s.company_id = a.company_id and s.id = a.session_id and t.id = s.ticket_id and t.contact_id = ${contactId}`,
    );
    const running = await scope.sql.run(
      sql`update flows.session s
             set memory = null, state = 'ended', ended_at = coalesce(s.ended_at, now()), ended_why = coalesce(s.ended_why, 'stopped')
            from tickets.public_ticket t
           where t.id = s.ticket_id and t.contact_id = ${contactId} and s.memory is not null`,
    );
    return { count: answers + running, files: [] };
  },
  // Without `countBefore`: the conversations that end with these answers are counted by those who keep their messages.
  eraseBefore: async (day, limit, scope) => ({ count: await deleteAnswersBefore(scope, day, limit), files: [] }),
};
