import type { Routine } from '@balcao/sdk/server';

/**
 * Sets the last message of a ticket to its newest one: after a deletion, and when the reaction that the list showed was
 * removed. A message that was not sent has the receipt -1. `p_deleted_text` is the list's text for a deleted message.
 */
export const setLastMessage: Routine = {
  name: 'set-last-message',
  sql: [
    `create or replace function tickets.set_last_message(p_ticket int, p_deleted_text text) returns void language sql volatile as $$
       update tickets.ticket x
          set last_message_id = n.id, last_message_ack = n.ack,
              last_message = case when n.is_deleted then p_deleted_text else tickets.preview(n.body, n.media_name) end,
              last_message_type = case when n.is_deleted then 'deleted' else n.kind end
         from (select m.id, tickets.shown_ack(m) as ack, m.is_deleted, m.body, m.media_name, tickets.kind_of(m) as kind
                 from tickets.message m
                where m.company_id = kernel.current_company() and m.ticket_id = p_ticket and not m.only_internal
                order by m.sent_at desc, m.id desc limit 1) n
        where x.company_id = kernel.current_company() and x.id = p_ticket $$`,
  ],
};
