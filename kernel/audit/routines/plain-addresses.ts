import type { Routine } from '@balcao/sdk/server';

/**
 * Receivers often put a secret into an address: what follows its question mark, or stands before its host, is not kept.
 */
export const plainAddresses: Routine = {
  name: 'plain-addresses',
  sql: [
    `create or replace function kernel.plain_addresses(said text) returns text language sql immutable as $$
       select regexp_replace(regexp_replace(said, '(https?://)[^[:space:]/?#@"]*@', '\\1', 'gi'),
                             '(https?://[^[:space:]?#"]*)[?][^[:space:]"]*', '\\1?…', 'gi') $$`,
  ],
};
