import type { Routine } from '@balcao/sdk/server';

/**
 * Puts a bulk message into the send queue of its conversation; false: it is there already. Call it with the ticket's
 * row locked: that keeps the order.
 */
export const release: Routine = {
  name: 'release',
  sql: [
    `create or replace function tickets.release(p_message bigint) returns boolean language plpgsql as $$
     declare
       v_company int := kernel.current_company();
       m tickets.message;
     begin
       update tickets.bulk x set released_at = clock_timestamp()
        where x.company_id = v_company and x.message_id = p_message and x.released_at is null;
       if not found then return false; end if;
       update tickets.message x set queued_at = clock_timestamp() where x.company_id = v_company and x.id = p_message returning x.* into m;
       perform tickets.publish_queued(m);
       return true;
     end $$`,
  ],
};
