import type { Routine } from '@balcao/sdk/server';

/** A time as JavaScript writes it, so that texts of one source sort like those of the other. */
export const iso: Routine = {
  name: 'iso',
  sql: [
    `create or replace function tickets.iso(timestamptz) returns text language sql stable parallel safe as $$
       select to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$`,
  ],
};
