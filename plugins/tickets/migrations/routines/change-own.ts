import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * Applies a change of ours: shown at once, sent to the channel afterwards. `undo` keeps the last state that both sides
 * have.
 */
export const changeOwn: Routine = {
  name: 'change-own',
  sql: [
    `create or replace function tickets.change_own(p_message bigint, p_kind text, p_value text, p_name text, p_deleted text, p_masked boolean) ${changedRows}
       language plpgsql as $$
     #variable_conflict use_column
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       select x.* into m from tickets.message x where x.company_id = v_company and x.id = p_message for update;
       if not found then return; end if;
       if not m.only_internal and not jsonb_exists(m.undo, p_kind) then
         m.undo := m.undo || jsonb_build_object(p_kind, case p_kind
           when 'reaction' then coalesce(m.reactions -> 'us', '{}')
           when 'edit' then jsonb_build_object('body', m.body, 'editedAt', m.edited_at)
           else '{}' end);
       end if;
       update tickets.message x
          set undo = m.undo,
              reactions = case when p_kind = 'reaction'
                then tickets.with_reaction(x.reactions, 'us', p_value, true, p_name, clock_timestamp()) else x.reactions end,
              body = case when p_kind = 'edit' then p_value else x.body end,
              edited_at = case when p_kind = 'edit' then clock_timestamp() else x.edited_at end,
              is_deleted = x.is_deleted or p_kind = 'delete'
        where x.company_id = v_company and x.id = m.id returning x.* into m;
       if not m.only_internal then
         perform kernel.emit('tickets.message.changed', 'ticket:' || m.ticket_id,
           jsonb_build_object('ticketId', m.ticket_id, 'messageId', m.id, 'change', p_kind));
       end if;
       if p_kind = 'delete' then return query select * from tickets.recompute_last_message(m, p_deleted, p_masked);
       else return query select * from tickets.sync_last_message(m, p_masked); end if;
     end $$`,
  ],
};
