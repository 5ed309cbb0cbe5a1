import type { Routine } from '@balcao/sdk/server';

/**
 * Called before another message is stored in a conversation: releases its waiting bulk messages, which are sent first
 * and at once. Returns the ticket.
 */
export const releaseWaiting: Routine = {
  name: 'release-waiting',
  sql: [
    `create or replace function tickets.release_waiting(p_ticket int) returns int language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       v_message bigint;
     begin
       perform 1 from tickets.ticket x where x.company_id = v_company and x.id = p_ticket for update;
       for v_message in
         select x.message_id from tickets.bulk x
          where x.company_id = v_company and x.ticket_id = p_ticket and x.released_at is null order by x.position
       loop
         perform tickets.release(v_message);
       end loop;
       return p_ticket;
     end $$`,
  ],
};
