import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { FlowReport } from '../../graph/wire.ts';
import { keptFrom } from './kept.ts';
import { between, flowNumbers, oldDays, ofVersion, type Range } from './numbers.ts';

type Day = FlowReport['days'][number];

/** Sessions `s` of the range of which more than their counts is kept. */
const kept = (scope: Scope, flowId: number, range: Range): Sql => sql`
  s.flow_id = ${flowId} and s.state <> 'offered' and ${between(range, sql`s.started_at`, scope.company.timeZone)}
  and (s.started_at at time zone ${scope.company.timeZone})::date >= ${keptFrom} and ${ofVersion(range, sql`s.version_id`)}`;

/** Days with at least one session, from the sessions and, for older days, from the counts. */
const reportDays = (scope: Scope, flowId: number, range: Range): Promise<Day[]> => {
  const zone = scope.company.timeZone;
  const sums = (why: Sql, n: Sql): Sql => sql`
    sum(${n})::int as started, coalesce(sum(${n}) filter (where ${why} in ('completed', 'closed')), 0)::int as completed,
    coalesce(sum(${n}) filter (where ${why} in ('handed', 'person')), 0)::int as handed,
    coalesce(sum(${n}) filter (where ${why} in ('expired', 'left')), 0)::int as dropped,
    coalesce(sum(${n}) filter (where ${why} in ('failed', 'limit')), 0)::int as failed`;
  return scope.sql.rows<Day & Record<string, unknown>>(sql`
    select (s.started_at at time zone ${zone})::date::text as day, ${sums(sql`s.ended_why`, sql`1`)}
      from flows.session s where ${kept(scope, flowId, range)} group by 1
    union all
    select d.day::text, ${sums(sql`e.key`, sql`e.value::int`)}
      from flows.day d cross join lateral jsonb_each_text(d.left_by) e
     where d.flow_id = ${flowId} and d.node_id = '' and ${oldDays(range, zone)}
     group by 1 order by 1`);
};

const medianOf = async (scope: Scope, flowId: number, range: Range): Promise<number | null> =>
  (
    await scope.sql.one<{ ms: number | null }>(
      sql`select (percentile_disc(0.5) within group (order by extract(epoch from s.ended_at - s.started_at) * 1000))::float8 as ms
            from flows.session s where s.ended_at is not null and ${kept(scope, flowId, range)}`,
    )
  )?.ms ?? null;

/** Returns the parts before the first colon of `started_by`, such as `queue:7`. */
const startsOf = (scope: Scope, flowId: number, range: Range): Promise<FlowReport['starts']> =>
  scope.sql.rows(
    sql`select split_part(s.started_by, ':', 1) as origin, count(*)::int as count
          from flows.session s where ${kept(scope, flowId, range)} group by 1 order by 2 desc, 1`,
  );

const answeredOf = async (scope: Scope, flowId: number, range: Range): Promise<number> =>
  (
    await scope.sql.one<{ n: number }>(
      sql`select count(*)::int as n from flows.session s
           where s.flow_id = ${flowId} and ${between(range, sql`s.started_at`, scope.company.timeZone)} and ${ofVersion(range, sql`s.version_id`)}
             and exists (select 1 from flows.answer a where a.company_id = s.company_id and a.session_id = s.id)`,
    )
  )?.n ?? 0;

/** Returns what became of a flow's conversations by day, what started them, and where customers stop or are not understood. */
export const flowReport = async (scope: Scope, flowId: number, range: Range): Promise<FlowReport> => {
  const days = await reportDays(scope, flowId, range);
  const { nodes } = await flowNumbers(scope, flowId, range);
  const total = (key: keyof Omit<Day, 'day'>): number => days.reduce((sum, day) => sum + day[key], 0);
  const byNode = Object.entries(nodes).map(([nodeId, numbers]) => ({ nodeId, ...numbers }));
  return {
    days,
    totals: {
      started: total('started'),
      completed: total('completed'),
      handed: total('handed'),
      dropped: total('dropped'),
      failed: total('failed'),
    },
    medianMs: await medianOf(scope, flowId, range),
    drops: byNode
      .filter(({ dropped }) => dropped > 0)
      .map(({ nodeId, dropped, entered }) => ({ nodeId, dropped, entered }))
      .toSorted((one, other) => other.dropped - one.dropped),
    questions: byNode
      .flatMap(({ nodeId, entered, attempts }) => (attempts === null ? [] : [{ nodeId, entered, attempts }]))
      .toSorted((one, other) => other.attempts - one.attempts || other.entered - one.entered),
    starts: await startsOf(scope, flowId, range),
    answered: await answeredOf(scope, flowId, range),
  };
};
