import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * Applies a receipt. States only advance. A receipt for an unknown id is stored until the provider's answer names that
 * id.
 */
export const ack: Routine = {
  name: 'ack',
  sql: [
    `create or replace function tickets.ack(p_connection int, p_external text, p_ack smallint, p_reason text, p_masked boolean)
       ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       v_known boolean;
       m tickets.message;
     begin
       for attempt in 1..2 loop
         update tickets.message x
            set ack = greatest(x.ack, p_ack), failure = case when p_reason is null then null else 'refused' end, failure_reason = p_reason
          where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external and x.from_me
            and case when p_reason is null then x.ack < p_ack else x.ack < 2 and x.failure is null end
         returning x.* into m;
         exit when found;
         perform 1 from tickets.message x
           where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
         if found then return; end if;
         if attempt = 1 then
           perform pg_advisory_xact_lock(hashtextextended('receipt ' || v_company || ' ' || p_connection || ' ' || p_external, 0));
         else
           insert into tickets.early_ack as e (company_id, whatsapp_id, external_id, ack, failure_reason)
           values (v_company, p_connection, p_external, p_ack, p_reason)
           on conflict (company_id, whatsapp_id, external_id)
           do update set ack = greatest(e.ack, excluded.ack), failure_reason = coalesce(e.failure_reason, excluded.failure_reason);
           if random() < 0.01 then
             delete from tickets.early_ack where company_id = v_company and created_at < now() - interval '1 hour';
           end if;
           return;
         end if;
       end loop;
       return query select * from tickets.sync_last_message(m, p_masked);
     end $$`,
  ],
};
