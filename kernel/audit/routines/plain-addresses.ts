import type { Routine } from '@balcao/sdk/server';

/** Removes the query and the user part of addresses, because receivers often put a secret there. */
export const plainAddresses: Routine = {
  name: 'plain-addresses',
  sql: [
    `create or replace function kernel.plain_addresses(value text) returns text language sql immutable as $$
       select regexp_replace(regexp_replace(value, '(https?://)[^[:space:]/?#@"]*@', '\\1', 'gi'),
                             '(https?://[^[:space:]?#"]*)[?][^[:space:]"]*', '\\1?…', 'gi') $$`,
  ],
};
