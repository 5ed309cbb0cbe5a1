import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/** Restores what the customer sees after the channel refused a change of ours. */
export const undoOwn: Routine = {
  name: 'undo-own',
  sql: [
    `create or replace function tickets.undo_own(p_message bigint, p_kind text, p_deleted text, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     declare m tickets.message;
     begin
       update tickets.message x
          set undo = x.undo - p_kind,
              reactions = case when p_kind <> 'reaction' then x.reactions
                when x.undo -> 'reaction' = '{}' then x.reactions - 'us'
                else x.reactions || jsonb_build_object('us', x.undo -> 'reaction') end,
              body = case when p_kind = 'edit' then x.undo -> 'edit' ->> 'body' else x.body end,
              edited_at = case when p_kind = 'edit' then (x.undo -> 'edit' ->> 'editedAt')::timestamptz else x.edited_at end,
              is_deleted = x.is_deleted and p_kind <> 'delete'
        where x.company_id = kernel.current_company() and x.id = p_message and jsonb_exists(x.undo, p_kind) returning x.* into m;
       if not found then return; end if;
       if p_kind = 'delete' then return query select * from tickets.recompute_last_message(m, p_deleted, p_masked);
       else return query select * from tickets.sync_last_message(m, p_masked); end if;
     end $$`,
  ],
};
