import type { Migration } from '@balcao/sdk/server';

/**
 * Who gave fields of rows their values, so that somebody whose form is older can be told. The person counts only while
 * the field still holds that value; names are read when they are asked for. No plugin reads or writes the table.
 */
export const rowEditorsMigration: Migration = {
  name: '0040-row-editors',
  sql: [
    `create table kernel.row_editors (
       company_id int not null references kernel.company (id) on delete cascade,
       "table" text not null,
       row_id text not null,
       fields jsonb not null,
       at timestamptz not null default now(),
       primary key (company_id, "table", row_id)
     )`,
    `create index row_editors_at on kernel.row_editors (company_id, at)`,
    // A form that has been open for a month is asked about by nobody.
    `create function kernel.note_editor(of_table text, of_row text, vals jsonb, person int) returns void
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
    `create function kernel.editors_of(of_table text, of_row text, vals jsonb) returns table (field text, name text)
     language sql stable security definer set search_path = '' as $$
       select v.key, u.name
         from pg_catalog.jsonb_each(vals) v
         join kernel.row_editors e
           on e.company_id = kernel.current_company() and e."table" = of_table and e.row_id = of_row
         join kernel."user" u
           on u.company_id = e.company_id and u.id = (e.fields -> v.key ->> 'by')::int
        where e.fields -> v.key ->> 'to' = pg_catalog.md5(v.value::text) $$`,
    `revoke all on function kernel.note_editor(text, text, jsonb, int), kernel.editors_of(text, text, jsonb) from public`,
    `grant execute on function kernel.note_editor(text, text, jsonb, int), kernel.editors_of(text, text, jsonb) to balcao_app`,
  ],
};
