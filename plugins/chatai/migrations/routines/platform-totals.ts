import type { Routine } from '@balcao/sdk/server';

/**
 * Returns the use of models by all companies since a day. It records the reading in a table of the platform, which
 * only scopes of super users may write: any other scope is refused before it reads anything.
 */
export const platformTotals: Routine = {
  name: 'platform-totals',
  sql: [
    `create or replace function chatai.platform_totals(since date)
       returns table (company_id int, name text, runs bigint, failed bigint, tokens bigint, cost_micros bigint)
       language plpgsql volatile security definer set search_path = pg_catalog as $$
     #variable_conflict use_column
     begin
       insert into chatai.totals_read (id, read_at) values (1, now())
         on conflict (id) do update set read_at = excluded.read_at;
       return query select u.company_id, c.name, sum(u.runs)::bigint, sum(u.failed)::bigint,
                           sum(u.prompt_tokens + u.completion_tokens)::bigint, sum(u.cost_micros)::bigint
         from chatai.usage_day u join kernel.company c on c.id = u.company_id
        where u.day >= since group by u.company_id, c.name order by 6 desc, 5 desc limit 500;
     end $$`,
    `revoke all on function chatai.platform_totals(date) from public`,
    `grant execute on function chatai.platform_totals(date) to balcao_app`,
  ],
};
