import type { Routine } from '@balcao/sdk/server';

/** Publishes that a message is to be sent, with its author and time, so that no listener needs a query. */
export const publishQueued: Routine = {
  name: 'publish-queued',
  sql: [
    `create or replace function tickets.publish_queued(m tickets.message) returns void language sql volatile as $$
       select kernel.emit('tickets.message.queued', 'ticket:' || m.ticket_id, jsonb_build_object('ticketId', m.ticket_id,
         'messageId', m.id, 'userId', m.user_id, 'at', tickets.iso(m.sent_at))) $$`,
  ],
};
