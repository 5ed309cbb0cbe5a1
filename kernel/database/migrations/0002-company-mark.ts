import type { Migration } from '@balcao/sdk/server';

/**
 * The company of a session is proved, and policies ask for it once a statement: `(select …)` is computed once, where a
 * bare call would be repeated for rows, and the check costs some microseconds.
 */
export const companyMark: Migration = {
  name: '0037-company-mark',
  sql: [
    `create function kernel.proof(said text) returns text language sql stable as $$
       select encode(sha256(k.key || sha256(k.key || convert_to(said, 'UTF8'))), 'hex') from kernel.company_key k $$`,
    `revoke all on function kernel.proof(text) from public`,
    // For the owner, who may look into any company: select set_config('app.company', kernel.company_mark(7), true).
    `create function kernel.company_mark(company int) returns text language sql stable as $$
       select company || '...' || kernel.proof(company || '..') $$`,
    `revoke all on function kernel.company_mark(int) from public`,

    // What the session is for, as it was proved: company, plugin, 's' for a super user.
    `create function kernel.proved() returns text[] language plpgsql stable parallel safe security definer set search_path = '' as $$
     declare
       mark text := pg_catalog.current_setting('app.company', true);
       said text := pg_catalog.left(mark, -65);
     begin
       if mark is null or mark = '' then
         raise exception 'ERR_NO_COMPANY_CONTEXT: this statement ran outside a company' using errcode = 'P0C01';
       end if;
       if pg_catalog.right(mark, 64) is distinct from kernel.proof(said) then
         raise exception 'ERR_FORGED_COMPANY: the company of this session was not set by the kernel' using errcode = 'P0C03';
       end if;
       return pg_catalog.string_to_array(said, '.');
     end $$`,
    `create or replace function kernel.current_company() returns int language plpgsql stable parallel safe security definer set search_path = '' as $$
     declare
       mark text := pg_catalog.current_setting('app.company', true);
       said text := pg_catalog.left(mark, -65);
       k bytea;
     begin
       if mark is null or mark = '' then
         raise exception 'ERR_NO_COMPANY_CONTEXT: this statement ran outside a company' using errcode = 'P0C01';
       end if;
       select key into k from kernel.company_key;
       if pg_catalog.right(mark, 64) is distinct from
          pg_catalog.encode(pg_catalog.sha256(k || pg_catalog.sha256(k || pg_catalog.convert_to(said, 'UTF8'))), 'hex') then
         raise exception 'ERR_FORGED_COMPANY: the company of this session was not set by the kernel' using errcode = 'P0C03';
       end if;
       return pg_catalog.split_part(said, '.', 1)::int;
     end $$`,
    `create function kernel.require_super() returns void language plpgsql stable security definer set search_path = '' as $$
     begin
       if (kernel.proved())[3] is distinct from 's' then
         raise exception 'ERR_NO_PERMISSION: only what a super user asks for writes the rows of the platform' using errcode = '42501';
       end if;
     end $$`,
    // On tables of the platform: their functions run as the owner, whoever calls them.
    `create function kernel.super_writes() returns trigger language plpgsql set search_path = '' as $$
     begin
       if session_user::text ~ '^balcao_app' then perform kernel.require_super(); end if;
       return null;
     end $$`,

    // Tables that a plugin names under 'guarded': scopes of other plugins read them and write nothing.
    `create function kernel.own_writes() returns trigger language plpgsql set search_path = '' as $$
     begin
       if current_user::text ~ '^balcao_app' and (kernel.proved())[2] is distinct from tg_argv[0] then
         raise exception 'ERR_GUARDED_TABLE: only % writes to %.%', tg_argv[0], tg_table_schema, tg_table_name using errcode = '42501';
       end if;
       return null;
     end $$`,

    `do $$
     declare p record;
     begin
       for p in
         select format('%I.%I', n.nspname, c.relname) as table_name, o.polname, pg_get_expr(o.polqual, o.polrelid) as qual,
                pg_get_expr(o.polwithcheck, o.polrelid) as checked
           from pg_policy o join pg_class c on c.oid = o.polrelid join pg_namespace n on n.oid = c.relnamespace
          where pg_get_expr(o.polqual, o.polrelid) ~ 'kernel\\.current_company\\(\\)'
            and pg_get_expr(o.polqual, o.polrelid) !~* 'select'
       loop
         execute format('alter policy %I on %s using (%s)%s', p.polname, p.table_name,
           replace(p.qual, 'kernel.current_company()', '(select kernel.current_company())'),
           case when p.checked is null then '' else format(' with check (%s)', replace(p.checked, 'kernel.current_company()', '(select kernel.current_company())')) end);
       end loop;
     end $$`,
  ],
};
