import type { Routine } from '@balcao/sdk/server';

/** Returns the rating in an answer, 1 to 3, in any formatting: "3", " *3*. ", the keycap emoji. Null: none. */
export const rateOf: Routine = {
  name: 'rate-of',
  sql: [
    `create or replace function tickets.rate_of(p_body text) returns smallint language sql immutable parallel safe as $$
       select nullif(substring(regexp_replace(p_body, '[[:space:].,;:!()*_~"''\\uFE0F\\u20E3]+', '', 'g') from '^[1-3]$'), '')::smallint $$`,
  ],
};
