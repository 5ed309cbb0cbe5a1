import type { Routine } from '@balcao/sdk/server';

/**
 * Keyed hash of a number key. The company is part of the text, so equal numbers of two companies have different hashes.
 * Nested as in HMAC, because the length of a single hash can be extended.
 */
export const keyHash: Routine = {
  name: 'key-hash',
  sql: [
    // For statements about many numbers: the company is asked for once, because that costs more than the hash.
    `create or replace function campaigns.key_hash_in(p_company int, p_key text, p_number_key text) returns text language sql immutable parallel safe as $$
       select encode(sha256(convert_to(p_key, 'utf8') || sha256(convert_to(p_key || ':' || p_company || ':' || p_number_key, 'utf8'))), 'hex') $$`,
    `create or replace function campaigns.key_hash(p_key text, p_number_key text) returns text language sql stable strict parallel safe as $$
       select campaigns.key_hash_in(kernel.current_company(), p_key, p_number_key) $$`,
  ],
};
