import type { Routine } from '@balcao/sdk/server';

/** A published view for other plugins' SQL; `contract.ts` documents its columns. */
export const publicMessage: Routine = {
  name: 'public_message',
  sql: [
    `create or replace view tickets.public_message with (security_invoker = true) as
       select m.id, m.company_id, m.ticket_id, m.whatsapp_id as connection_id, m.user_id, m.from_me, m.body, m.ack,
              m.failure, m.only_internal, m.is_deleted, m.is_imported, m.sent_at, m.edited_at, m.delivered_at,
              m.read_at, m.failure_reason
         from tickets.message m`,
  ],
};
