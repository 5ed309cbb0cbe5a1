import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * Applies an edit that the channel reports. A message of ours that comes back signed with the author's name is no
 * change.
 */
export const receiveEdit: Routine = {
  name: 'receive-edit',
  sql: [
    `create or replace function tickets.receive_edit(p_connection int, p_external text, p_body text, p_at timestamptz, p_masked boolean) ${changedRows}
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       perform tickets.take_message_turn(p_connection, p_external);
       select x.* into m from tickets.message x
        where x.company_id = v_company and x.whatsapp_id = p_connection and x.external_id = p_external for update;
       if not found then
         perform tickets.store_early(p_connection, p_external, 'edit', '', p_body, false, null, p_at);
         return;
       end if;
       if m.is_deleted or m.edited_at >= p_at or (m.body = p_body and m.edited_at is not null)
         or (p_body = '' and m.media_type is null)
         or (m.from_me and m.user_id is not null and p_body like '*%:*%' and right(p_body, length(m.body) + 1) = E'\\n' || m.body)
       then return; end if;
       update tickets.message x set body = p_body, edited_at = p_at, undo = x.undo - 'edit'
        where x.company_id = v_company and x.id = m.id returning x.* into m;
       return query select * from tickets.sync_last_message(m, p_masked);
     end $$`,
  ],
};
