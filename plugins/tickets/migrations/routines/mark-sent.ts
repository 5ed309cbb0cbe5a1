import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/** Stores the provider's id of a message that it accepted, with the receipts that arrived before this answer. */
export const markSent: Routine = {
  name: 'mark-sent',
  sql: [
    `create or replace function tickets.mark_sent(p_message bigint, p_external text, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_connection int;
       v_ack smallint;
       v_reason text;
       m tickets.message;
     begin
       select x.whatsapp_id into v_connection from tickets.message x where x.company_id = v_company and x.id = p_message;
       perform tickets.take_message_turn(v_connection, p_external);
       delete from tickets.early_ack e where e.company_id = v_company and e.whatsapp_id = v_connection and e.external_id = p_external
         returning e.ack, e.failure_reason into v_ack, v_reason;
       -- An echo that could not be told from a message sent on the telephone was stored as one: it is this message.
       delete from tickets.message x where x.company_id = v_company and x.whatsapp_id = v_connection and x.external_id = p_external
         and x.from_me and x.id <> p_message;
       update tickets.message x
          set external_id = p_external, ack = greatest(x.ack, 1, v_ack), failure = case when v_reason is not null then 'refused' end,
              failure_reason = v_reason
        where x.company_id = v_company and x.id = p_message
       returning x.* into m;
       if found then return query select * from tickets.sync_last_message(tickets.apply_early(m), p_masked); end if;
     end $$`,
  ],
};
