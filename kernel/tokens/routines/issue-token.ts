import type { Routine } from '@balcao/sdk/server';

/**
 * Issues a token for the plugin of the scope. `ref` is the plugin's own name for the token: issuing again for the same
 * ref replaces the earlier token, which is invalid from then on. `proof` is the kernel's signature over company,
 * plugin, hash and ref. Plugins can call this function, but only the kernel can sign, so none can issue a token for
 * another plugin or without `scope.tokens`.
 *
 * The parameters are used as $1 to $4, because `plugin` and `ref` are also columns of the table. `kernel.proof` returns
 * null only if the installation has no key; `kernel.current_company()` has raised an error by then, so a null `proof`
 * never matches.
 */
export const issueToken: Routine = {
  name: 'issue-token',
  sql: [
    `create or replace function kernel.issue_token(plugin text, ref text, token_hash bytea, proof text) returns void
       language plpgsql volatile security definer set search_path = '' as $$
     begin
       if $4 is distinct from kernel.proof(concat_ws(' ', 'issue', kernel.current_company(), $1, encode($3, 'hex'), $2)) then
         raise exception 'ERR_NO_PERMISSION: tokens are issued by scope.tokens' using errcode = '42501';
       end if;
       insert into kernel.token (hash, company_id, plugin, ref) values ($3, kernel.current_company(), $1, $2)
         on conflict on constraint token_company_id_plugin_ref_key
         do update set hash = excluded.hash, created_at = now(), used_at = null;
     end $$`,
    `revoke all on function kernel.issue_token(text, text, bytea, text) from public`,
    `grant execute on function kernel.issue_token(text, text, bytea, text) to balcao_app`,
  ],
};
