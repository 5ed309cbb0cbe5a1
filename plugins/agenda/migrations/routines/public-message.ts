import type { Routine } from '@balcao/sdk/server';

/** For other plugins’ SQL: the columns are documented in `contract.ts`. */
export const publicMessage: Routine = {
  name: 'public_message',
  sql: [
    `create or replace view agenda.public_message with (security_invoker = true) as
       select s.id, s.company_id, s.user_id, s.contact_id, s.send_at, s.status, s.version, s.updated_at
         from agenda.schedule s`,
  ],
};
