import type { Routine } from '@balcao/sdk/server';

/** Signs a text with the key of the installation, which no other login can read. */
export const proof: Routine = {
  name: 'proof',
  sql: [
    `create or replace function kernel.proof(said text) returns text language sql stable as $$
       select encode(sha256(k.key || sha256(k.key || convert_to(said, 'UTF8'))), 'hex') from kernel.company_key k $$`,
    `revoke all on function kernel.proof(text) from public`,
  ],
};
