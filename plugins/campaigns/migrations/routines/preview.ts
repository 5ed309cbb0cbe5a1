import type { Routine } from '@balcao/sdk/server';

/** Counts the audience of a campaign that is being written, as freezing it now would. */
export const preview: Routine = {
  name: 'preview',
  sql: [
    `create or replace function campaigns.preview(p_list int, p_tags int[], p_ddds smallint[], p_key text, out found int, out inside int,
       out people int, out invalid int, out opted_out int, out nameless int) language sql stable as $$
       with part as materialized (
         select a.* from campaigns.audience(p_list, p_tags, p_ddds, 0, 2147483647) a),
       once as (
         select distinct on (p.number_key) p.* from part p where p.is_inside order by p.number_key, p.source_id),
       known as (
         select o.is_valid, btrim(o.name) = '' as is_nameless,
                exists (select 1 from campaigns.opt_out x where x.company_id = kernel.current_company() and x.returned_at is null
                          and x.key_hash = campaigns.key_hash(p_key, o.number_key)) as is_out
           from once o)
       select (select count(*) from part)::int, (select count(*) from part p where p.is_inside)::int, count(*)::int,
              (count(*) filter (where not k.is_valid))::int, (count(*) filter (where k.is_valid and k.is_out))::int,
              (count(*) filter (where k.is_valid and not k.is_out and k.is_nameless))::int
         from known k $$`,
  ],
};
