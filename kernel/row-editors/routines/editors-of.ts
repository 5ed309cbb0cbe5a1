import type { Routine } from '@balcao/sdk/server';

/** Returns the people who set the current values of a row's fields. */
export const editorsOf: Routine = {
  name: 'editors-of',
  sql: [
    `create or replace function kernel.editors_of(of_table text, of_row text, vals jsonb) returns table (field text, name text)
     language sql stable security definer set search_path = '' as $$
       select v.key, u.name
         from pg_catalog.jsonb_each(vals) v
         join kernel.row_editors e
           on e.company_id = kernel.current_company() and e."table" = of_table and e.row_id = of_row
         join kernel."user" u
           on u.company_id = e.company_id and u.id = (e.fields -> v.key ->> 'by')::int
        where e.fields -> v.key ->> 'to' = pg_catalog.md5(v.value::text) $$`,
    `revoke all on function kernel.editors_of(text, text, jsonb) from public`,
    `grant execute on function kernel.editors_of(text, text, jsonb) to balcao_app`,
  ],
};
