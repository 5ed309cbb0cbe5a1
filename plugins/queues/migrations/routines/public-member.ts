import type { Routine } from '@balcao/sdk/server';

/** View for other plugins' SQL; its columns are declared in `contract.ts`. */
export const publicMember: Routine = {
  name: 'public_member',
  sql: [
    `create or replace view queues.public_member with (security_invoker = true) as
       select m.company_id, m.queue_id, m.user_id
         from queues.member m`,
  ],
};
