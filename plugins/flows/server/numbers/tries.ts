import { sql, type Scope } from '@balcao/sdk/server';
import { between, ofVersion, type Range } from './numbers.ts';

/**
 * Returns how many customers were understood at a question at the first attempt, the second, and so on. A step that
 * left the question unanswered is an attempt, but for the one that asked after a delay.
 */
export const triesAt = async (scope: Scope, flowId: number, nodeId: string, range: Range): Promise<number[]> => {
  const rows = await scope.sql.rows<{ tries: number; n: number }>(sql`
    with delayed as (
      select v.id from flows.version v cross join lateral jsonb_array_elements(v.source::jsonb) e
       where v.flow_id = ${flowId} and e->>'id' = ${nodeId} and jsonb_typeof(e->'data'->'delay') = 'number'
         and (e->'data'->>'delay')::numeric > 0),
    visited as (
      select s.session_id, s.version_id, s.is_entry, s.left_by, s.error,
             count(*) filter (where s.is_entry) over (partition by s.session_id order by s.seq) as visit
        from flows.step s
       where s.flow_id = ${flowId} and s.node_id = ${nodeId} and s.type in ('questionNode', 'collectNode')
         and ${between(range, sql`s.at`, scope.company.timeZone)} and ${ofVersion(range, sql`s.version_id`)}),
    answered as (
      select greatest(1, 1 + count(*) filter (where not v.is_entry and v.left_by is null and v.error is null)
                           - (case when max(v.version_id) in (select id from delayed) then 1 else 0 end))::int as tries
        from visited v group by v.session_id, v.visit
      having max(v.left_by) not in ('invalid', 'timeout', 'failed', 'menu'))
    select tries, count(*)::int as n from answered group by 1 order by 1`);
  const last = rows.at(-1)?.tries ?? 0;
  return Array.from({ length: last }, (_, index) => rows.find(({ tries }) => tries === index + 1)?.n ?? 0);
};
