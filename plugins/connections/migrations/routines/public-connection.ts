import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicConnection: Routine = {
  name: 'public_connection',
  sql: [
    `create or replace view connections.public_connection with (security_invoker = true) as
       select c.id, c.company_id, c.name, c.channel, c.status, c.is_default, c.allow_group, c.group_as_ticket,
              c.entry_queue_id, c.max_use_bot_queues, c.time_use_bot_queues, c.time_send_queue, c.send_id_queue,
              c.time_create_new_ticket, c.created_at, c.updated_at, c.expires_ticket, c.when_expires_ticket,
              c.time_inactive_message, c.inactive_message
         from connections.connection c`,
  ],
};
