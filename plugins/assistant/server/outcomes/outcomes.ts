import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { ticketAnswered } from '@balcao/tickets/contract';
import type manifest from '../../manifest.ts';

/** Closed conversations of so many days count, and a customer who returns within so many hours was not helped. */
const days = 30;
const returnHours = 72;

const output = z.object({
  ended: z.number().describe('Closed conversations in which the assistant took part, those that wait included.'),
  waiting: z.number().describe('Of these, the ones closed within the last 72 hours: their customers may still return.'),
  settled: z.number().describe('Of these, the others, which the further numbers divide.'),
  resolved: z
    .number()
    .describe('No person wrote, it was handed to none, and the customer did not return within 72 hours.'),
  returned: z.number().describe('No person wrote, and the customer returned.'),
  handed: z.number().describe('The assistant handed over, or a person wrote.'),
  costMicros: z
    .number()
    .nullable()
    .describe('Cost of the assistant in settled conversations; null: no price is known.'),
  answers: z.number(),
  unsourced: z.number().describe('Answers without a source.'),
  reasons: z
    .array(z.object({ reason: z.string(), count: z.number() }))
    .describe('Why it handed over, most often first.'),
});
type Outcomes = z.output<typeof output>;

/** Each attendance that ended, once: from its beginning or last reopening to its last closing. */
const attendances = sql`
  select l.company_id, l.ticket_id, t.contact_id, b.began_at, max(l.created_at) as ended_at
    from tickets.public_log l
    join assistant.conversation c on c.company_id = l.company_id and c.ticket_id = l.ticket_id
    join tickets.public_ticket t on t.company_id = l.company_id and t.id = l.ticket_id and not t.is_group
    cross join lateral (
      select max(b.created_at) as began_at from tickets.public_log b
       where b.company_id = l.company_id and b.ticket_id = l.ticket_id and b.type in ('create', 'reopen')
         and b.created_at <= l.created_at) b
   where l.type = 'closed' and l.created_at > now() - make_interval(days => ${days}::int)
   group by l.company_id, l.ticket_id, t.contact_id, b.began_at`;

const outcomesOf = async (scope: Scope): Promise<Outcomes> => {
  const counted = await scope.sql.one<Omit<Outcomes, 'reasons'> & Record<string, unknown>>(
    sql`with ended as (${attendances}),
        judged as (
          select e.ended_at <= now() - make_interval(hours => ${returnHours}::int) as is_settled,
                 exists (select 1 from assistant.run r where r.company_id = e.company_id and r.ticket_id = e.ticket_id
                           and r.state in ('sent', 'handed', 'ended') and r.started_at between e.began_at and e.ended_at) as took_part,
                 exists (select 1 from assistant.run r where r.company_id = e.company_id and r.ticket_id = e.ticket_id
                           and r.state = 'handed' and r.started_at between e.began_at and e.ended_at)
                   or exists (select 1 from tickets.public_message m
                                join users.public_user u on u.company_id = m.company_id and u.id = m.user_id and not u.is_virtual
                               where m.company_id = e.company_id and m.ticket_id = e.ticket_id and m.from_me
                                 and not m.only_internal and m.sent_at between e.began_at and e.ended_at)
                   or exists (select 1 from assistant.phone_answer p where p.company_id = e.company_id
                                and p.ticket_id = e.ticket_id and p.at between e.began_at and e.ended_at) as is_handed,
                 exists (select 1 from tickets.public_log n where n.company_id = e.company_id and n.ticket_id = e.ticket_id
                           and n.type = 'reopen' and n.created_at > e.ended_at
                           and n.created_at <= e.ended_at + make_interval(hours => ${returnHours}::int))
                   or exists (select 1 from tickets.public_ticket o where o.company_id = e.company_id and o.contact_id = e.contact_id
                                and o.id <> e.ticket_id and o.status <> 'unlisted' and o.created_at > e.ended_at
                                and o.created_at <= e.ended_at + make_interval(hours => ${returnHours}::int)) as is_back,
                 (select sum(r.cost_micros) from assistant.run r where r.company_id = e.company_id and r.ticket_id = e.ticket_id
                     and r.started_at between e.began_at and e.ended_at) as cost
            from ended e)
        select count(*)::int as ended, (count(*) filter (where not is_settled))::int as waiting,
               (count(*) filter (where is_settled))::int as settled,
               (count(*) filter (where is_settled and not is_handed and not is_back))::int as resolved,
               (count(*) filter (where is_settled and not is_handed and is_back))::int as returned,
               (count(*) filter (where is_settled and is_handed))::int as handed,
               (sum(cost) filter (where is_settled))::float8 as "costMicros",
               (select count(*)::int from assistant.answer where created_at > now() - make_interval(days => ${days}::int)) as answers,
               (select count(*)::int from assistant.answer where created_at > now() - make_interval(days => ${days}::int)
                   and jsonb_array_length(sources) = 0) as unsourced
          from judged where took_part`,
  );
  const reasons = await scope.sql.rows<{ reason: string; count: number }>(
    sql`select why as reason, count(*)::int as count from assistant.run
         where state = 'handed' and why is not null and started_at > now() - make_interval(days => ${days}::int)
         group by why order by 2 desc, 1`,
  );
  const none = { ended: 0, waiting: 0, settled: 0, resolved: 0, returned: 0, handed: 0, answers: 0, unsourced: 0 };
  return { ...(counted ?? { ...none, costMicros: null }), reasons };
};

/** Outcomes of conversations with the assistant. Deflection alone would praise an assistant that nobody can reach past. */
export const outcomeParts = (host: Host<typeof manifest>): void => {
  host.route('GET', '/assistant/outcomes', {
    access: 'assistant:view',
    summary:
      'Of the last 30 days: how many conversations were resolved without a person, and what became of the others.',
    output,
    handle: (_request, scope) => outcomesOf(scope),
  });
  host.on(ticketAnswered, 'phone', async ({ ticketId, messageId, userId, at }, scope) => {
    if (userId !== null) return;
    await scope.sql.run(
      sql`insert into assistant.phone_answer (message_id, ticket_id, at)
          select ${messageId}, c.ticket_id, ${at}::timestamptz from assistant.conversation c where c.ticket_id = ${ticketId}
          on conflict do nothing`,
    );
  });
};
