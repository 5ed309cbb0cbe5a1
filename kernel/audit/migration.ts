import type { Migration } from '@balcao/sdk/server';

/**
 * What people did. No plugin reads or writes the table: entries come by `kernel.note_here`, in the transaction of the
 * change itself, and what a request changed in several transactions is one entry. Rows of audited tables are gathered
 * by a trigger in a variable of the transaction, with what they were and what they became.
 */
export const auditMigration: Migration = {
  name: '0026-audit',
  sql: [
    `create table kernel.audit (
       id bigint generated always as identity primary key,
       company_id int not null references kernel.company (id) on delete cascade,
       at timestamptz not null default clock_timestamp(),
       request text not null,
       user_id int,
       user_name text not null,
       super boolean not null,
       ip text not null,
       user_agent text not null,
       plugin text not null,
       action text not null,
       subject text not null,
       detail jsonb not null,
       changes jsonb not null,
       search text not null,
       unique (company_id, request)
     )`,
    `create index audit_newest on kernel.audit (company_id, id desc)`,
    `create index audit_person on kernel.audit (company_id, user_id, id desc)`,
    `create index audit_at on kernel.audit (company_id, at)`,
    `create index audit_search on kernel.audit using gin (company_id, search public.gin_trgm_ops)`,

    // Whoever may call it says the company: the kernel's own login alone.
    `create function kernel.note(company int, entry jsonb) returns void language plpgsql volatile as $$
     declare changed jsonb := coalesce(nullif(current_setting('app.trail_changes', true), ''), '[]')::jsonb;
     begin
       insert into kernel.audit as a (company_id, request, user_id, user_name, super, ip, user_agent, plugin, action, subject, detail, changes, search)
       values (company, entry->>'request', (entry->>'userId')::int, entry->>'userName', (entry->>'super')::boolean,
               entry->>'ip', entry->>'userAgent', entry->>'plugin', entry->>'action', entry->>'subject', entry->'detail', changed,
               kernel.normalise(concat_ws(' ', entry->>'userName', entry->>'ip', entry->>'action', entry->>'subject', left(changed::text, 2000))))
       on conflict (company_id, request) do update set
         action = excluded.action, subject = excluded.subject, detail = excluded.detail,
         changes = case when jsonb_array_length(a.changes) < 50 then a.changes || excluded.changes else a.changes end,
         search = left(a.search || ' ' || excluded.search, 6000);
       perform set_config('app.trail_changes', '', true);
     end $$`,
    `revoke all on function kernel.note(int, jsonb) from public`,
    // At the end of a request's transaction: nothing when it only read.
    `create function kernel.note_here(entry jsonb) returns boolean language plpgsql volatile security definer set search_path = '' as $$
     begin
       if pg_catalog.pg_current_xact_id_if_assigned() is null then return false; end if;
       perform kernel.note(kernel.current_company(), entry);
       return true;
     end $$`,
    `revoke all on function kernel.note_here(jsonb) from public`,
    `grant execute on function kernel.note_here(jsonb) to balcao_app`,
    // A deed of its own, outside a request that is recorded.
    `create function kernel.note_deed(entry jsonb) returns void language sql volatile security definer set search_path = '' as $$
       select kernel.note(kernel.current_company(), entry) $$`,
    `revoke all on function kernel.note_deed(jsonb) from public`,
    `grant execute on function kernel.note_deed(jsonb) to balcao_app`,

    `create function kernel.shown_column(name text, value jsonb) returns jsonb language sql immutable as $$
       select case
         when value is null or value = 'null'::jsonb then value
         when jsonb_typeof(value) = 'boolean' then value
         when name ~* '(pass|secret|token|hash|credential|qrcode)' or name ~* '(_key|_code|^code)$' then '"•••"'::jsonb
         when jsonb_typeof(value) in ('object', 'array') and length(value::text) > 1000 then '"…"'::jsonb
         when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
         else value end $$`,
    `create function kernel.keep_change() returns trigger language plpgsql security definer set search_path = '' as $$
     declare
       was jsonb := case when tg_op = 'INSERT' then null else pg_catalog.to_jsonb(old) end;
       became jsonb := case when tg_op = 'DELETE' then null else pg_catalog.to_jsonb(new) end;
       kept jsonb := coalesce(nullif(pg_catalog.current_setting('app.trail_changes', true), ''), '[]')::jsonb;
       id text := coalesce(became->>'id', was->>'id', became->>'key', was->>'key', '');
       is_secret boolean := coalesce((coalesce(became, was)->>'secret')::boolean, false);
       a jsonb; b jsonb;
       -- What the database derives from the rest says nothing more.
       derived text[] := array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
     begin
       if pg_catalog.jsonb_array_length(kept) >= 50 then return null; end if;
       select pg_catalog.jsonb_object_agg(key, case when is_secret and key = 'value' then '"•••"'::jsonb else kernel.shown_column(key, value) end)
         into b from pg_catalog.jsonb_each(was)
        where key <> 'company_id' and key <> 'updated_at' and key <> all (derived) and (became is null or became->key is distinct from value);
       select pg_catalog.jsonb_object_agg(key, case when is_secret and key = 'value' then '"•••"'::jsonb else kernel.shown_column(key, value) end)
         into a from pg_catalog.jsonb_each(became)
        where key <> 'company_id' and key <> 'updated_at' and key <> all (derived) and value <> 'null'::jsonb and (was is null or was->key is distinct from value);
       if tg_op = 'UPDATE' and a is null and b is null then return null; end if;
       perform pg_catalog.set_config('app.trail_changes', (kept || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
         'table', tg_table_schema || '.' || tg_table_name, 'id', id, 'operation', lower(tg_op), 'before', b, 'after', a)))::text, true);
       return null;
     end $$`,
    ...['"user"', 'company', 'setting', 'permission_grant'].map((table) => auditTrigger(`kernel.${table}`)),
  ],
};

/**
 * Forgetting a person is one transaction with what was recorded of them: words that are gone while the person stays
 * could not come back. The application's login can put the blot there, never another word.
 */
export const blotMigration: Migration = {
  name: '0033-blot',
  sql: [
    // `words` are whole values in small letters, `pattern` what is blotted out inside others ('': nothing is).
    `create function kernel.blotted(said text, words text[], pattern text) returns text language sql immutable as $$
       select case when lower(regexp_replace(said, '^\\s+|\\s+$', '', 'g')) = any (words) then '•••'
                   when pattern = '' then said
                   else regexp_replace(said, pattern, '•••', 'gi') end $$`,
    `create function kernel.blotted(value jsonb, words text[], pattern text) returns jsonb language plpgsql immutable as $$
     begin
       return case jsonb_typeof(value)
         when 'string' then to_jsonb(kernel.blotted(value #>> '{}', words, pattern))
         when 'number' then case when value #>> '{}' = any (words) then '"•••"'::jsonb else value end
         when 'array' then (select coalesce(jsonb_agg(kernel.blotted(one, words, pattern) order by place), '[]')
                              from jsonb_array_elements(value) with ordinality as each (one, place))
         when 'object' then (select coalesce(jsonb_object_agg(key, kernel.blotted(one, words, pattern)), '{}')
                               from jsonb_each(value) as each (key, one))
         else value end;
     end $$`,
    `create function kernel.blot_here(words text[], likes text[], pattern text) returns int language sql volatile security definer set search_path = '' as $$
       with blotted as (
         update kernel.audit a
            set subject = n.subject, detail = n.detail, changes = n.changes,
                search = kernel.normalise(concat_ws(' ', a.user_name, a.ip, a.action, n.subject, left(n.changes::text, 2000)))
           from (select id, kernel.blotted(subject, words, pattern) as subject, kernel.blotted(detail, words, pattern) as detail,
                        kernel.blotted(changes, words, pattern) as changes
                   from kernel.audit
                  where company_id = kernel.current_company()
                    and (concat_ws(' ', subject, detail, changes) ilike any (likes)
                         or (pattern <> '' and concat_ws(' ', subject, detail, changes) ~* pattern))) n
          where a.id = n.id
          returning 1)
       select count(*)::int from blotted $$`,
    `revoke all on function kernel.blot_here(text[], text[], text) from public`,
    `grant execute on function kernel.blot_here(text[], text[], text) to balcao_app`,
  ],
};

/** What a key is made with is as little for reading as the key, and bytes say nothing to anybody. */
export const hiddenColumnsMigration: Migration = {
  name: '0034-hidden-columns',
  sql: [
    `create or replace function kernel.shown_column(name text, value jsonb) returns jsonb language sql immutable as $$
       select case
         when value is null or value = 'null'::jsonb then value
         when jsonb_typeof(value) = 'boolean' then value
         when name ~* '(pass|secret|token|hash|salt|credential|qrcode)' or name ~* '(_key|_code|^code)$' then '"•••"'::jsonb
         when jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\\\\x([0-9a-f]{2})*$' then '"…"'::jsonb
         when jsonb_typeof(value) in ('object', 'array') and length(value::text) > 1000 then '"…"'::jsonb
         when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
         else value end $$`,
  ],
};

/**
 * The platform's own log: rows without a company. What a super user does outside their company goes there and to the
 * log of the company it concerns, never to the log of the company that the super user's account belongs to.
 */
export const platformRecordMigration: Migration = {
  name: '0036-platform-record',
  sql: [
    `alter table kernel.audit alter company_id drop not null, add concerns int,
       drop constraint audit_company_id_request_key, add unique nulls not distinct (company_id, request)`,
    `create index audit_platform on kernel.audit (id desc) where company_id is null`,

    `create function kernel.put_note(company int, about int, entry jsonb, changed jsonb) returns void language plpgsql volatile as $$
     begin
       insert into kernel.audit as a (company_id, concerns, request, user_id, user_name, super, ip, user_agent, plugin, action, subject, detail, changes, search)
       values (company, about, entry->>'request', (entry->>'userId')::int, entry->>'userName', (entry->>'super')::boolean,
               entry->>'ip', entry->>'userAgent', entry->>'plugin', entry->>'action', entry->>'subject', entry->'detail', changed,
               kernel.normalise(concat_ws(' ', entry->>'userName', entry->>'ip', entry->>'action', entry->>'subject', left(changed::text, 2000))))
       on conflict (company_id, request) do update set
         concerns = coalesce(excluded.concerns, a.concerns),
         action = excluded.action, subject = excluded.subject, detail = excluded.detail,
         changes = case when jsonb_array_length(a.changes) < 50 then a.changes || excluded.changes else a.changes end,
         search = left(a.search || ' ' || excluded.search, 6000);
     end $$`,
    `revoke all on function kernel.put_note(int, int, jsonb, jsonb) from public`,
    // `company` null: no company's log tells of it. 'brief' keeps a company's data out of the platform's log.
    `create or replace function kernel.note(company int, entry jsonb) returns void language plpgsql volatile as $$
     declare changed jsonb := coalesce(nullif(current_setting('app.trail_changes', true), ''), '[]')::jsonb;
     begin
       if company is not null then perform kernel.put_note(company, null, entry, changed); end if;
       if entry->>'platform' = 'whole' then perform kernel.put_note(null, company, entry, changed);
       elsif entry->>'platform' = 'brief' then
         perform kernel.put_note(null, company, entry || '{"subject": "", "detail": {}}', '[]');
       end if;
       perform set_config('app.trail_changes', '', true);
     end $$`,
    // In a transaction of the kernel's own login, or for a deed without one: into every log that tells of it.
    `create function kernel.note_all(entry jsonb) returns void language plpgsql volatile as $$
     declare
       changed text := coalesce(current_setting('app.trail_changes', true), '');
       company int;
     begin
       if jsonb_array_length(entry->'companies') = 0 then perform kernel.note(null, entry); end if;
       for company in select value::int from jsonb_array_elements_text(entry->'companies') loop
         perform set_config('app.trail_changes', changed, true);
         perform kernel.note(company, entry);
       end loop;
     end $$`,
    `revoke all on function kernel.note_all(jsonb) from public`,
    `create or replace function kernel.note_here(entry jsonb) returns boolean language plpgsql volatile security definer set search_path = '' as $$
     declare here int := kernel.current_company();
     begin
       if pg_catalog.pg_current_xact_id_if_assigned() is null then return false; end if;
       if entry->'companies' is null or entry->'companies' @> pg_catalog.to_jsonb(here)
       then perform kernel.note(here, entry);
       else perform kernel.note(null, entry); end if;
       return true;
     end $$`,

    // Until now they stood in the log of the company that the super user's account belongs to. Which routes are super
    // users' only the plugins say: the first start after this calls it with their actions, and drops it.
    `create function kernel.move_platform_notes(actions jsonb) returns void language sql volatile as $$
       with misplaced as (
         select a.id, p.about, exists (select from kernel.company c where c.id = p.about) as stands
           from kernel.audit a
           cross join lateral (select coalesce(
             a.detail ->> 'companyId', a.detail #>> '{params,companyId}', a.detail #>> '{query,companyId}', a.detail #>> '{body,companyId}',
             case when a.action ~ ' /companies' then coalesce(a.detail #>> '{params,id}',
               jsonb_path_query_first(a.changes, '$[*] ? (@.table == "kernel.company").id') #>> '{}') end) as said) s
           cross join lateral (select case when s.said ~ '^[0-9]{1,9}$' then s.said::int end as about) p
          where a.super and a.company_id = (select u.company_id from kernel."user" u where u.id = a.user_id)
            and (p.about <> a.company_id
                 or p.about is null and (actions @> jsonb_build_array(a.plugin || ' ' || a.action)
                                         or a.plugin = 'kernel' and a.action ~ '^[A-Z]+ /platform/'))),
       told as (
         insert into kernel.audit (company_id, at, request, user_id, user_name, super, ip, user_agent, plugin, action, subject, detail, changes, search)
         select m.about, at, request, user_id, user_name, super, ip, user_agent, plugin, action, subject, detail, changes, search
           from misplaced m join kernel.audit a on a.id = m.id where m.stands
         on conflict (company_id, request) do nothing)
       update kernel.audit a set company_id = null, concerns = m.about from misplaced m where a.id = m.id $$`,
    `revoke all on function kernel.move_platform_notes(jsonb) from public`,
  ],
};

/** A plugin's SQL must not write into the platform's log. */
export const provedNoteMigration: Migration = {
  name: '0039-proved-note',
  sql: [
    // Only a super user's deeds are told to the platform.
    `create or replace function kernel.note_here(entry jsonb) returns boolean language plpgsql volatile security definer set search_path = '' as $$
     declare
       proved text[] := kernel.proved();
       here int := proved[1]::int;
       told jsonb := case when proved[3] = 's' then entry else entry - 'platform' end;
     begin
       if pg_catalog.pg_current_xact_id_if_assigned() is null then return false; end if;
       if told->'companies' is null or told->'companies' @> pg_catalog.to_jsonb(here) then perform kernel.note(here, told);
       else perform kernel.note(null, told); end if;
       return true;
     end $$`,
  ],
};

/** Receivers often put a secret into an address: what follows its question mark, or stands before its host, is not kept. */
export const plainAddressesMigration: Migration = {
  name: '0042-plain-addresses',
  sql: [
    `create function kernel.plain_addresses(said text) returns text language sql immutable as $$
       select regexp_replace(regexp_replace(said, '(https?://)[^[:space:]/?#@"]*@', '\\1', 'gi'),
                             '(https?://[^[:space:]?#"]*)[?][^[:space:]"]*', '\\1?…', 'gi') $$`,
    `create or replace function kernel.shown_column(name text, value jsonb) returns jsonb language sql immutable as $$
       select case
         when value is null or value = 'null'::jsonb then value
         when jsonb_typeof(value) = 'boolean' then value
         when name ~* '(pass|secret|token|hash|salt|credential|qrcode)' or name ~* '(_key|_code|^code)$' then '"•••"'::jsonb
         when jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\\\\x([0-9a-f]{2})*$' then '"…"'::jsonb
         when jsonb_typeof(value) in ('object', 'array') and length(value::text) > 1000 then '"…"'::jsonb
         when jsonb_typeof(value) = 'string' and value #>> '{}' ~* 'https?://' then to_jsonb(left(kernel.plain_addresses(value #>> '{}'), 300))
         when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…')
         else value end $$`,
    `update kernel.audit set
       subject = kernel.plain_addresses(subject), search = kernel.plain_addresses(search),
       detail = kernel.plain_addresses(detail::text)::jsonb, changes = kernel.plain_addresses(changes::text)::jsonb
      where concat_ws(' ', subject, detail, changes, search) ~* 'https?://[^[:space:]"]*[?@]'`,
  ],
};

/** Remembers the rows that recorded requests change in a table; costs all others one comparison. */
export function auditTrigger(table: string): string {
  return `create or replace trigger audit after insert or update or delete on ${table}
    for each row when (current_setting('app.trail', true) = 'on') execute function kernel.keep_change()`;
}
