import type { Routine } from '@balcao/sdk/server';

/** Formats a time as JavaScript does, so that values of both sources sort alike. */
export const iso: Routine = {
  name: 'iso',
  sql: [
    `create or replace function tickets.iso(timestamptz) returns text language sql stable parallel safe as $$
       select to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$`,
  ],
};
