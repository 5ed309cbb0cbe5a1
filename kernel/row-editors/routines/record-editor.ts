import type { Routine } from '@balcao/sdk/server';

/** Stores who set fields of a row. A form that has been open for a month is not supported. */
export const recordEditor: Routine = {
  name: 'record-editor',
  sql: [
    `create or replace function kernel.record_editor(of_table text, of_row text, vals jsonb, person int) returns void
     language plpgsql volatile security definer set search_path = '' as $$
     declare company int := kernel.current_company();
     begin
       insert into kernel.row_editors as e (company_id, "table", row_id, fields)
       select company, of_table, of_row,
              pg_catalog.jsonb_object_agg(v.key, pg_catalog.jsonb_build_object('by', person, 'to', pg_catalog.md5(v.value::text)))
         from pg_catalog.jsonb_each(vals) v
       having pg_catalog.count(*) > 0
       on conflict (company_id, "table", row_id) do update set fields = e.fields || excluded.fields, at = excluded.at;
       delete from kernel.row_editors e where e.ctid = any (array(
         select o.ctid from kernel.row_editors o
          where o.company_id = company and o.at < pg_catalog.now() - interval '30 days' limit 20));
     end $$`,
    `revoke all on function kernel.record_editor(text, text, jsonb, int) from public`,
    `grant execute on function kernel.record_editor(text, text, jsonb, int) to balcao_app`,
  ],
};
