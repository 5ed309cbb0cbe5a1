import type { Routine } from '@balcao/sdk/server';

/** Returns when each token of a plugin was last used. */
export const tokensUsed: Routine = {
  name: 'tokens-used',
  sql: [
    `create or replace function kernel.tokens_used(plugin text) returns table (ref text, used_at timestamptz)
       language sql stable security definer set search_path = '' as $$
       select t.ref, t.used_at from kernel.token t
        where t.company_id = kernel.current_company() and t.plugin = $1 and t.used_at is not null $$`,
    `revoke all on function kernel.tokens_used(text) from public`,
    `grant execute on function kernel.tokens_used(text) to balcao_app`,
  ],
};
