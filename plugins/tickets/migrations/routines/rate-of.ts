import type { Routine } from '@balcao/sdk/server';

/**
 * The rating that an answer is, 1 to 3, however it is dressed up: "3", " *3*. ", the keycap emoji. Null: it is none.
 */
export const rateOf: Routine = {
  name: 'rate-of',
  sql: [
    `create or replace function tickets.rate_of(p_body text) returns smallint language sql immutable parallel safe as $$
       select nullif(substring(regexp_replace(p_body, '[[:space:].,;:!()*_~"''\\uFE0F\\u20E3]+', '', 'g') from '^[1-3]$'), '')::smallint $$`,
  ],
};
