import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * Puts bulk messages that waited for the connection back among its waiting bulk messages, so that they do not go before
 * what people write. A bulk message with a later ordinary one in its conversation becomes ordinary: the two are sent
 * together.
 */
export const requeueBulk: Routine = {
  name: 'requeue-bulk',
  sql: [
    `create or replace function tickets.requeue_bulk(p_connection int, p_masked boolean)
       ${changedRows}
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       b record;
       m tickets.message;
     begin
       for b in
         select x.message_id, x.is_paced from tickets.bulk x
           join tickets.message w on w.company_id = v_company and w.id = x.message_id
          where x.company_id = v_company and x.connection_id = p_connection and x.released_at is not null
            and w.failure = 'disconnected' and w.ack = 0 and w.external_id is null and not w.is_deleted
            and not exists (select 1 from tickets.message l
                             where l.company_id = v_company and l.ticket_id = w.ticket_id and l.from_me and l.ack = 0 and not l.only_internal
                               and l.external_id is null and not l.is_deleted and (l.sent_at, l.id) > (w.sent_at, w.id)
                               and not exists (select 1 from tickets.bulk y where y.company_id = v_company and y.message_id = l.id))
          order by x.position
       loop
         update tickets.message x
            set failure = null, failure_reason = null, queued_at = clock_timestamp(), handed_at = null, turn_at = null
          where x.company_id = v_company and x.id = b.message_id and x.failure = 'disconnected' returning x.* into m;
         if found then
           update tickets.bulk x set released_at = null where x.company_id = v_company and x.message_id = b.message_id;
           perform tickets.ensure_bulk_line(p_connection, b.is_paced);
           return query select * from tickets.sync_last_message(m, p_masked);
         end if;
       end loop;
     end $$`,
  ],
};
