import type { Routine } from '@balcao/sdk/server';

/** A published view for other plugins' SQL; `contract.ts` documents its columns. */
export const publicLog: Routine = {
  name: 'public_log',
  sql: [
    `create or replace view tickets.public_log with (security_invoker = true) as
       select l.id, l.company_id, l.ticket_id, l.type, l.user_id, l.queue_id, l.created_at
         from tickets.log l`,
  ],
};
