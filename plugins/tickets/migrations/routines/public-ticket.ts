import type { Routine } from '@balcao/sdk/server';

/** A published view for other plugins' SQL; `contract.ts` documents its columns. */
export const publicTicket: Routine = {
  name: 'public_ticket',
  sql: [
    `create or replace view tickets.public_ticket with (security_invoker = true) as
       select t.id, t.company_id, t.uuid, t.status, t.contact_id, t.whatsapp_id as connection_id, t.channel,
              t.queue_id, t.user_id, t.closed_by, t.queue_key, t.owner_key, t.is_group, t.unread, t.last_message,
              t.last_message_type, t.automatic_by, t.is_imported, t.waiting_since, t.created_at, t.updated_at,
              t.accepted_at, t.closed_at
         from tickets.ticket t`,
  ],
};
