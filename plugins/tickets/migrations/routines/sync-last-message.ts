import type { Routine } from '@balcao/sdk/server';
import { changedRows } from './changed-rows.ts';

/**
 * After a change of a message `m`: copies its receipt, text and kind to its ticket if it is the last message there, and
 * returns the list entry; `ticket` is null if that did not change. A reaction that the list shows, and the text for a
 * deleted message, stay.
 */
export const syncLastMessage: Routine = {
  name: 'sync-last-message',
  sql: [
    `create or replace function tickets.sync_last_message(m tickets.message, p_masked boolean) ${changedRows} language plpgsql as $$
     #variable_conflict use_column
     declare t tickets.ticket;
     begin
       update tickets.ticket x
          set last_message_ack = case when x.last_message_type <> 'reaction' then tickets.shown_ack(m) end,
              last_message = case when m.is_deleted or x.last_message_type = 'reaction' then x.last_message
                else tickets.preview(m.body, m.media_name) end,
              last_message_type = case when m.is_deleted or x.last_message_type = 'reaction' then x.last_message_type
                else tickets.kind_of(m) end
        where x.company_id = m.company_id and x.id = m.ticket_id and x.last_message_id = m.id returning * into t;
       if found then
         return query select t.id, t.uuid, m.id, t.queue_id, t.user_id, tickets.ticket_view(t, p_masked), tickets.message_view(m, p_masked);
       else
         -- The row counts messages that were not sent, wherever in the conversation they are.
         return query select x.id, x.uuid, m.id, x.queue_id, x.user_id,
           case when m.from_me and (m.ack = 0 or m.failure is not null) then tickets.ticket_view(x, p_masked) end, tickets.message_view(m, p_masked)
           from tickets.ticket x
           where x.company_id = m.company_id and x.id = m.ticket_id;
       end if;
     end $$`,
  ],
};
