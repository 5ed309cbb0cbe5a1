import type { Routine } from '@balcao/sdk/server';

/**
 * Restores the newest message in the row of a conversation: after a deletion, and when the reaction that the row showed
 * was removed. A message that was not sent has the receipt -1.
 */
export const showLast: Routine = {
  name: 'show-last',
  sql: [
    `create or replace function tickets.show_last(p_ticket int, p_deleted text) returns void language sql volatile as $$
       update tickets.ticket x
          set last_message_id = n.id, last_message_ack = n.ack,
              last_message = case when n.is_deleted then p_deleted else tickets.preview(n.body, n.media_name) end,
              last_message_type = case when n.is_deleted then 'deleted' else n.kind end
         from (select m.id, tickets.shown_ack(m) as ack, m.is_deleted, m.body, m.media_name, tickets.kind_of(m) as kind
                 from tickets.message m
                where m.company_id = kernel.current_company() and m.ticket_id = p_ticket and not m.only_internal
                order by m.sent_at desc, m.id desc limit 1) n
        where x.company_id = kernel.current_company() and x.id = p_ticket $$`,
  ],
};
