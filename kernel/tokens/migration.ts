import type { Migration } from '@balcao/sdk/server';

/**
 * Secrets of programs that call for a company. They are long and random, so a plain hash keeps them: nobody reads one
 * back, and one look at the index finds whose it is. Plugins reach the table by functions alone, each in its own company.
 */
export const tokenMigration: Migration = {
  name: '0024-token',
  sql: [
    `create table kernel.token (
       hash bytea primary key,
       company_id int not null references kernel.company (id) on delete cascade,
       plugin text not null,
       ref text not null,
       created_at timestamptz not null default now(),
       used_at timestamptz,
       unique (company_id, plugin, ref)
     )`,
    `create function kernel.issue_token(plugin text, ref text, hash bytea) returns void
       language sql volatile security definer set search_path = '' as $$
       insert into kernel.token (hash, company_id, plugin, ref) values ($3, kernel.current_company(), $1, $2)
       on conflict (company_id, plugin, ref) do update set hash = excluded.hash, created_at = now(), used_at = null $$`,
    `create function kernel.revoke_token(plugin text, ref text) returns void
       language sql volatile security definer set search_path = '' as $$
       delete from kernel.token t where t.company_id = kernel.current_company() and t.plugin = $1 and t.ref = $2 $$`,
    `create function kernel.tokens_used(plugin text) returns table (ref text, used_at timestamptz)
       language sql stable security definer set search_path = '' as $$
       select t.ref, t.used_at from kernel.token t
        where t.company_id = kernel.current_company() and t.plugin = $1 and t.used_at is not null $$`,
    ...['issue_token(text, text, bytea)', 'revoke_token(text, text)', 'tokens_used(text)'].flatMap((name) => [
      `revoke all on function kernel.${name} from public`,
      `grant execute on function kernel.${name} to balcao_app`,
    ]),
  ],
};

/** A plugin's SQL must not issue tokens in another's name: the kernel proves for whom it asks. */
export const tokenProofMigration: Migration = {
  name: '0038-token-proof',
  sql: [
    // Tokens are issued in the name of the plugin that the scope is of: the kernel proves which that is.
    `drop function kernel.issue_token(text, text, bytea), kernel.revoke_token(text, text)`,
    `create function kernel.issue_token(plugin text, ref text, hash bytea, proof text) returns void
       language plpgsql volatile security definer set search_path = '' as $$
     begin
       if $4 is distinct from kernel.proof(concat_ws(' ', 'issue', kernel.current_company(), $1, encode($3, 'hex'), $2)) then
         raise exception 'ERR_NO_PERMISSION: tokens are issued by scope.tokens' using errcode = '42501';
       end if;
       insert into kernel.token (hash, company_id, plugin, ref) values ($3, kernel.current_company(), $1, $2)
         on conflict on constraint token_company_id_plugin_ref_key
         do update set hash = excluded.hash, created_at = now(), used_at = null;
     end $$`,
    `create function kernel.revoke_token(plugin text, ref text, proof text) returns void
       language plpgsql volatile security definer set search_path = '' as $$
     begin
       if $3 is distinct from kernel.proof(concat_ws(' ', 'revoke', kernel.current_company(), $1, $2)) then
         raise exception 'ERR_NO_PERMISSION: tokens are revoked by scope.tokens' using errcode = '42501';
       end if;
       delete from kernel.token t where t.company_id = kernel.current_company() and t.plugin = $1 and t.ref = $2;
     end $$`,
    ...['issue_token(text, text, bytea, text)', 'revoke_token(text, text, text)'].flatMap((name) => [
      `revoke all on function kernel.${name} from public`,
      `grant execute on function kernel.${name} to balcao_app`,
    ]),
  ],
};
