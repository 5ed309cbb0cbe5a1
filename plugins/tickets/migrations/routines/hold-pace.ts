import type { Routine } from '@balcao/sdk/server';

/** Stores until when the provider asked for no messages on this connection. */
export const holdPace: Routine = {
  name: 'hold-pace',
  sql: [
    `create or replace function tickets.hold_pace(p_connection int, p_ms float8) returns void language sql volatile as $$
       insert into tickets.pace as x (connection_id, held_until) values (p_connection, clock_timestamp() + make_interval(secs => p_ms / 1000))
       on conflict (company_id, connection_id) do update set held_until = greatest(x.held_until, excluded.held_until) $$`,
  ],
};
