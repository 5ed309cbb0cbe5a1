import type { Routine } from '@balcao/sdk/server';

const compared = [
  'opened_at',
  'accepted_at',
  'closed_at',
  'closed_by',
  'queue_id',
  'user_id',
  'transfers',
  'wait_s',
  'support_s',
];
const row = (of: string): string => `(${compared.map((name) => `${of}.${name}`).join(', ')})`;

/** Returns the attendances of a conversation that differ from what its log tells, with what is stored. */
export const differences: Routine = {
  name: 'differences',
  sql: [
    `create or replace function reports.differences(p_ticket int) returns table (no int, stored jsonb) language sql stable as $$
       select coalesce(d.no, s.no), to_jsonb(s)
         from reports.derive(p_ticket, 0, 0) d
         full join (select a.* from reports.attendance a where a.company_id = kernel.current_company() and a.ticket_id = p_ticket) s
           on s.no = d.no
        where ${row('d')} is distinct from ${row('s')} $$`,
  ],
};
