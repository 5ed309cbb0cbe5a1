import type { Routine } from '@balcao/sdk/server';

/**
 * Maintains the time since which a customer waits, whatever changes the status. A conversation that comes back to wait
 * starts from then.
 */
export const trackWaiting: Routine = {
  name: 'track-waiting',
  sql: [
    `create or replace function tickets.track_waiting() returns trigger language plpgsql as $$
     begin
       new.waiting_since := case
         when new.status = 'closed' then null
         when new.status = 'pending' and (old.status = 'open' or old.automatic_by is not null and new.automatic_by is null)
           then coalesce(new.waiting_since, clock_timestamp())
         else new.waiting_since end;
       return new;
     end $$`,
    `create or replace trigger track_waiting before update of status, automatic_by on tickets.ticket for each row
       when ((old.status, old.automatic_by) is distinct from (new.status, new.automatic_by)) execute function tickets.track_waiting()`,
  ],
};
