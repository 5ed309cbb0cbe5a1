import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/** Applies a deletion that the channel reports. p_deleted is the text that the list shows instead. */
export const receiveDeletion: Routine = {
  name: 'receive-deletion',
  sql: [
    `create or replace function tickets.receive_deletion(p_connection int, p_external text, p_deleted text, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       perform tickets.take_message_turn(p_connection, p_external);
       update tickets.message x set is_deleted = true, undo = x.undo - 'delete'
        where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external and not x.is_deleted
       returning x.* into m;
       if found then return query select * from tickets.recompute_last_message(m, p_deleted, p_masked); return; end if;
       perform 1 from tickets.message x where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external;
       if not found then perform tickets.store_early(p_connection, p_external, 'delete', '', '', false, null, clock_timestamp()); end if;
     end $$`,
  ],
};
