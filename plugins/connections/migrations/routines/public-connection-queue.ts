import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicConnectionQueue: Routine = {
  name: 'public_connection_queue',
  sql: [
    `create or replace view connections.public_connection_queue with (security_invoker = true) as
       select q.company_id, q.connection_id, q.queue_id
         from connections.connection_queue q`,
  ],
};
