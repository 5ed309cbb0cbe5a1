import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/** Like `sync_row`, after a change for which the row has to find its last message again. */
export const recomputeRow: Routine = {
  name: 'recompute-row',
  sql: [
    `create or replace function tickets.recompute_row(m tickets.message, p_deleted text, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     begin
       perform tickets.show_last(m.ticket_id, p_deleted) from tickets.ticket x
         where x.company_id = m.company_id and x.id = m.ticket_id and (x.last_message_id = m.id or x.last_message_type = 'reaction');
       if not found then return query select * from tickets.sync_row(m, p_masked); return; end if;
       return query select x.id, x.uuid, m.id, x.queue_id, x.user_id, tickets.show(x, p_masked), tickets.show(m, p_masked)
         from tickets.ticket x where x.company_id = m.company_id and x.id = m.ticket_id;
     end $$`,
  ],
};
