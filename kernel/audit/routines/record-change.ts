import type { Routine } from '@balcao/sdk/server';
import { auditTrigger } from '../migration.ts';

/**
 * Collects the rows that an audited request changes in a variable of the transaction, with their former and new
 * values.
 */
export const recordChange: Routine = {
  name: 'record-change',
  sql: [
    `create or replace function kernel.record_change() returns trigger language plpgsql security definer set search_path = '' as $$
     declare
       was jsonb := case when tg_op = 'INSERT' then null else pg_catalog.to_jsonb(old) end;
       became jsonb := case when tg_op = 'DELETE' then null else pg_catalog.to_jsonb(new) end;
       recorded jsonb := coalesce(nullif(pg_catalog.current_setting('app.audit_changes', true), ''), '[]')::jsonb;
       id text := coalesce(became->>'id', was->>'id', became->>'key', was->>'key', '');
       is_secret boolean := coalesce((coalesce(became, was)->>'secret')::boolean, false);
       a jsonb; b jsonb;
       -- Generated columns are left out, because they follow from the others.
       derived text[] := array(select attname::text from pg_catalog.pg_attribute where attrelid = tg_relid and attgenerated <> '');
     begin
       if pg_catalog.jsonb_array_length(recorded) >= 50 then return null; end if;
       select pg_catalog.jsonb_object_agg(key, case when is_secret and key = 'value' then '"•••"'::jsonb else kernel.shown_column(key, value) end)
         into b from pg_catalog.jsonb_each(was)
        where key <> 'company_id' and key <> 'updated_at' and key <> all (derived) and (became is null or became->key is distinct from value);
       select pg_catalog.jsonb_object_agg(key, case when is_secret and key = 'value' then '"•••"'::jsonb else kernel.shown_column(key, value) end)
         into a from pg_catalog.jsonb_each(became)
        where key <> 'company_id' and key <> 'updated_at' and key <> all (derived) and value <> 'null'::jsonb and (was is null or was->key is distinct from value);
       if tg_op = 'UPDATE' and a is null and b is null then return null; end if;
       perform pg_catalog.set_config('app.audit_changes', (recorded || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
         'table', tg_table_schema || '.' || tg_table_name, 'id', id, 'operation', lower(tg_op), 'before', b, 'after', a)))::text, true);
       return null;
     end $$`,
    ...['user', 'company', 'setting', 'permission_grant'].map((table) => auditTrigger(`kernel.${table}`)),
  ],
};
