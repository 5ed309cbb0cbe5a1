import type { Routine } from '@balcao/sdk/server';

/**
 * Publishes that a customer wrote, with the state of the conversation as this message found it: listeners with nothing
 * to do for such a conversation return without a query. Call it once for each stored message, after its insert.
 */
export const publishReceived: Routine = {
  name: 'publish-received',
  sql: [
    // The index by conversation usually finds a row at once; open conversations skip the lookup.
    `create or replace function tickets.is_first(p_ticket int, p_message bigint) returns boolean language sql stable as $$
       select not exists (select 1 from tickets.message x
         where x.company_id = kernel.current_company() and x.ticket_id = p_ticket and x.id < p_message and not x.from_me) $$`,
    `create or replace function tickets.received(p_ticket int, p_message bigint, p_sent_at timestamptz, p_status text, p_user int, p_queue int,
         p_connection int, p_is_group boolean, p_automatic_by text, p_routing text, p_unread int, p_is_first boolean)
       returns jsonb language sql stable as $$
       select jsonb_build_object(
         'ticketId', p_ticket, 'messageId', p_message, 'at', tickets.iso(p_sent_at), 'status', p_status, 'userId', p_user,
         'queueId', p_queue, 'connectionId', p_connection, 'isGroup', p_is_group, 'automaticBy', p_automatic_by,
         'isRouting', p_routing <> 'done', 'isRead', p_unread <= 1, 'isFirst', p_is_first) $$`,
    `create or replace function tickets.publish_received(t tickets.ticket, m tickets.message) returns void language sql volatile as $$
       select kernel.emit('tickets.message.received', 'ticket:' || t.id, tickets.received(t.id, m.id, m.sent_at, t.status, t.user_id,
         t.queue_id, t.whatsapp_id, t.is_group, t.automatic_by, t.routing, t.unread,
         t.status = 'pending' and tickets.is_first(t.id, m.id))) $$`,
  ],
};
