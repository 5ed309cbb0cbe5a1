import type { Routine } from '@balcao/sdk/server';

/** Returns the kind that the list shows when this message is the last one. */
export const kindOf: Routine = {
  name: 'kind-of',
  sql: [
    `create or replace function tickets.kind_of(m tickets.message) returns text language sql immutable parallel safe as $$
       select coalesce(m.media_type, m.data ->> 'kind', 'text') $$`,
  ],
};
