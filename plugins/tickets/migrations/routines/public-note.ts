import type { Routine } from '@balcao/sdk/server';

/** A published view for other plugins' SQL; `contract.ts` documents its columns. */
export const publicNote: Routine = {
  name: 'public_note',
  sql: [
    `create or replace view tickets.public_note with (security_invoker = true) as
       select n.id, n.company_id, n.ticket_id, n.user_id, n.note, n.value_cents, n.created_at
         from tickets.note n`,
  ],
};
