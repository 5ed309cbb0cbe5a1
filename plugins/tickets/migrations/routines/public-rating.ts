import type { Routine } from '@balcao/sdk/server';

/** A published view for other plugins' SQL; `contract.ts` documents its columns. */
export const publicRating: Routine = {
  name: 'public_rating',
  sql: [
    `create or replace view tickets.public_rating with (security_invoker = true) as
       select r.id, r.company_id, r.ticket_id, r.user_id, r.queue_id, r.asked_at, r.expires_at, r.rate,
              r.at as rated_at
         from tickets.rating r`,
  ],
};
