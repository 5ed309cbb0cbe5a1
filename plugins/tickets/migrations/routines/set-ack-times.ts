import type { Routine } from '@balcao/sdk/server';

/**
 * Stores when a message was accepted, delivered and read, in the update of the receipt itself, so that the row is
 * written once. A receipt that skips a state sets both times.
 */
export const setAckTimes: Routine = {
  name: 'set-ack-times',
  sql: [
    `create or replace function tickets.set_ack_times() returns trigger language plpgsql as $$
     begin
       new.accepted_at := coalesce(new.accepted_at, clock_timestamp());
       if new.ack >= 2 then new.delivered_at := coalesce(new.delivered_at, clock_timestamp()); end if;
       if new.ack >= 3 then new.read_at := coalesce(new.read_at, clock_timestamp()); end if;
       return new;
     end $$`,
    `create or replace trigger set_ack_times before update of ack on tickets.message for each row
       when (new.from_me and not new.only_internal and new.ack > old.ack) execute function tickets.set_ack_times()`,
  ],
};
