import type { Routine } from '@balcao/sdk/server';

/** Revokes a token of the scope's plugin. */
export const revokeToken: Routine = {
  name: 'revoke-token',
  sql: [
    `create or replace function kernel.revoke_token(plugin text, ref text, proof text) returns void
       language plpgsql volatile security definer set search_path = '' as $$
     begin
       if $3 is distinct from kernel.proof(concat_ws(' ', 'revoke', kernel.current_company(), $1, $2)) then
         raise exception 'ERR_NO_PERMISSION: tokens are revoked by scope.tokens' using errcode = '42501';
       end if;
       delete from kernel.token t where t.company_id = kernel.current_company() and t.plugin = $1 and t.ref = $2;
     end $$`,
    `revoke all on function kernel.revoke_token(text, text, text) from public`,
    `grant execute on function kernel.revoke_token(text, text, text) to balcao_app`,
  ],
};
