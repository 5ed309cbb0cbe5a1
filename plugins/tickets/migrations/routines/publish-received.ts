import type { Routine } from '@balcao/sdk/server';

/**
 * Publishes that a customer wrote, with the state of the conversation as this message found it: listeners with nothing
 * to do for such a conversation return without a query. Call it once for each stored message, after its insert.
 */
export const publishReceived: Routine = {
  name: 'publish-received',
  sql: [
    `create or replace function tickets.publish_received(t tickets.ticket, m tickets.message) returns void language sql volatile as $$
       select kernel.emit('tickets.message.received', 'ticket:' || t.id, jsonb_build_object(
         'ticketId', t.id, 'messageId', m.id, 'at', tickets.iso(m.sent_at), 'status', t.status, 'userId', t.user_id,
         'queueId', t.queue_id, 'connectionId', t.whatsapp_id, 'isGroup', t.is_group, 'automaticBy', t.automatic_by,
         'isRouting', t.routing <> 'done', 'isRead', t.unread <= 1,
         -- The index by conversation usually finds a row at once; open conversations skip the lookup.
         'isFirst', t.status = 'pending' and not exists (select 1 from tickets.message x
           where x.company_id = t.company_id and x.ticket_id = t.id and x.id < m.id and not x.from_me))) $$`,
  ],
};
