import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the rating question that this person's next message would answer: the last conversation on the connection is
 * closed and was asked about, and no other one is running.
 */
export const pendingRating: Routine = {
  name: 'pending-rating',
  sql: [
    `create or replace function tickets.pending_rating(p_contact int, p_connection int) returns tickets.rating language sql stable as $$
       select r.* from (
           select x.id, x.company_id, x.status from tickets.ticket x
            where x.company_id = kernel.current_company() and x.contact_id = p_contact and x.whatsapp_id = p_connection
            order by x.closed_at desc nulls first limit 1) t
         join lateral (select y.* from tickets.rating y where y.company_id = t.company_id and y.ticket_id = t.id
                        order by y.asked_at desc limit 1) r on true
        where t.status = 'closed' and r.expires_at > now() $$`,
  ],
};
