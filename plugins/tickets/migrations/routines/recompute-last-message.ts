import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * After the deletion of a message `m`, or the removal of a reaction to it: finds the ticket's last message again and
 * returns the changed list entry. `p_deleted_text` is the list's text for a deleted message.
 *
 * The last message is searched for if `m` was the last one, or if the list shows a reaction: a reaction may belong to
 * any message, so `last_message_id` does not name its message. Otherwise `sync_last_message` is enough.
 */
export const recomputeLastMessage: Routine = {
  name: 'recompute-last-message',
  sql: [
    `create or replace function tickets.recompute_last_message(m tickets.message, p_deleted_text text, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     begin
       perform tickets.set_last_message(m.ticket_id, p_deleted_text) from tickets.ticket t
         where t.company_id = m.company_id and t.id = m.ticket_id and (t.last_message_id = m.id or t.last_message_type = 'reaction');
       if not found then return query select * from tickets.sync_last_message(m, p_masked); return; end if;
       return query select t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.ticket_view(t, p_masked), tickets.message_view(m, p_masked)
         from tickets.ticket t where t.company_id = m.company_id and t.id = m.ticket_id;
     end $$`,
  ],
};
