import type { Routine } from '@balcao/sdk/server';

/** View for other plugins' SQL; its columns are declared in `contract.ts`. */
export const publicQueue: Routine = {
  name: 'public_queue',
  sql: [
    `create or replace view queues.public_queue with (security_invoker = true) as
       select q.id, q.company_id, q.name, q.color, q.created_at
         from queues.queue q`,
  ],
};
