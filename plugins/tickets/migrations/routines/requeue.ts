import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * Queues messages again, the oldest first: one that failed, or all that waited for a connection. With a message that
 * waits for its connection go all that wait in the same conversation, because it would only wait behind them again. A
 * message that the provider accepted and then failed is sent as a new one, under a new id.
 */
export const requeue: Routine = {
  name: 'requeue',
  sql: [
    `create or replace function tickets.requeue(p_message bigint, p_connection int, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_waiting bigint[];
       m tickets.message;
     begin
       if p_message is null then
         v_waiting := array(select x.id from tickets.message x
           where x.company_id = v_company and x.whatsapp_id = p_connection and x.failure = 'disconnected');
       else
         v_waiting := array(select e.id from tickets.message x
           join tickets.message e on e.company_id = x.company_id and e.ticket_id = x.ticket_id and e.from_me and e.ack = 0
             and not e.only_internal and e.failure = 'disconnected'
           where x.company_id = v_company and x.id = p_message and x.failure = 'disconnected' and x.ack = 0);
       end if;
       for m in
         select x.* from tickets.message x
          where x.company_id = v_company and x.id = any (v_waiting || p_message) and x.failure is not null and not x.is_deleted
            and (x.id = p_message and x.ack < 2 or x.failure = 'disconnected' and x.ack = 0 and x.external_id is null)
          order by x.sent_at, x.id for update
       loop
         update tickets.message x
            set failure = null, failure_reason = null, ack = 0, external_id = null,
                reserved_id = case when m.external_id is null then m.reserved_id end,
                queued_at = clock_timestamp(), handed_at = null, turn_at = null
          where x.company_id = v_company and x.id = m.id returning x.* into m;
         perform tickets.publish_queued(m);
         return query select * from tickets.sync_last_message(m, p_masked);
       end loop;
     end $$`,
  ],
};
