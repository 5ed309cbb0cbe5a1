import type { Routine } from '@balcao/sdk/server';

/** Serializes everything that starts or reopens a conversation of one contact on one connection. */
export const takeTurn: Routine = {
  name: 'take-turn',
  sql: [
    `create or replace function tickets.take_turn(p_contact int, p_connection int) returns void language sql volatile as $$
       select pg_advisory_xact_lock(hashtextextended('tickets ' || kernel.current_company() || ' ' || p_contact || ' ' || p_connection, 0)) $$`,
  ],
};
