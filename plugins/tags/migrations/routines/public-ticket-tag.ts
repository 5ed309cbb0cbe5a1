import type { Routine } from '@balcao/sdk/server';

/** View for other plugins' SQL; its columns are declared in `contract.ts`. */
export const publicTicketTag: Routine = {
  name: 'public_ticket_tag',
  sql: [
    `create or replace view tags.public_ticket_tag with (security_invoker = true) as
       select t.company_id, t.ticket_id, t.tag_id, t.created_at
         from tags.ticket_tag t`,
  ],
};
