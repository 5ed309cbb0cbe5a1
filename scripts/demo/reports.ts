import type { Kernel } from '@balcao/kernel';
import { sql } from '@balcao/sdk/server';
import { countFormer } from '../../plugins/reports/server/count.ts';

/** Ratings of closed conversations, as their customers gave them: most are satisfied. */
const rateSome = (companyId: number) => sql`
  insert into tickets.rating (company_id, ticket_id, user_id, queue_id, question, asked_at, expires_at, max_wrong, rate, at)
  select t.company_id, t.id, t.user_id, t.queue_id, 'De 1 a 3, como foi o atendimento?', t.closed_at, t.closed_at + interval '1 hour', 3,
         case when t.id % 7 = 0 then 1 when t.id % 7 in (2, 5) then 2 else 3 end, t.closed_at + interval '4 minutes'
    from tickets.ticket t where t.company_id = ${companyId} and t.status = 'closed' and t.closed_at is not null and t.id % 3 <> 0`;

/** Counts the attendances of a demo company: its conversations were inserted without the events that reports follow. */
export const countAttendances = async (kernel: Kernel, companyId: number): Promise<void> => {
  if (!kernel.registry.plugins.has('reports')) return;
  await kernel.scope(companyId, 'tickets').sql.run(rateSome(companyId));
  const scope = kernel.scope(companyId, 'reports');
  for (let from = await countFormer(undefined, scope); from !== undefined;) from = await countFormer(from, scope);
};
