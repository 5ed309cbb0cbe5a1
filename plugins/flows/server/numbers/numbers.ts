import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { FlowEnd } from '../../contract.ts';
import type { FlowNodeNumbers, FlowNodeTicket, FlowNumbers, FlowReport } from '../../graph/wire.ts';
import { keptDays } from './roll-up.ts';

export interface Range {
  from?: string | undefined;
  to?: string | undefined;
  versionId?: number | undefined;
}

export const between = ({ from, to }: Range, column: Sql, zone: string): Sql => sql`
  ${column} >= (coalesce(${from ?? null}::date, (now() at time zone ${zone})::date - 29)::timestamp at time zone ${zone})
  and ${column} < ((coalesce(${to ?? null}::date, (now() at time zone ${zone})::date) + 1)::timestamp at time zone ${zone})`;

export const ofVersion = ({ versionId }: Range, column: Sql): Sql =>
  versionId === undefined ? sql`true` : sql`${column} = ${versionId}`;

interface StepCount {
  nodeId: string;
  way: string | null;
  entered: number;
  left: number;
  dropped: number;
  handed: number;
  errors: number;
}

/** Steps of the log, while it is kept. */
const stepCounts = (scope: Scope, flowId: number, range: Range): Promise<StepCount[]> =>
  scope.sql.rows<StepCount & Record<string, unknown>>(sql`
    select s.node_id as "nodeId", s.left_by as way, count(*) filter (where s.is_entry)::int as entered,
           count(*) filter (where s.left_by is not null)::int as left,
           count(*) filter (where s.ended in ('expired', 'left'))::int as dropped,
           count(*) filter (where s.ended in ('handed', 'failed', 'limit'))::int as handed,
           count(*) filter (where s.error is not null)::int as errors
      from flows.step s
     where s.flow_id = ${flowId} and ${between(range, sql`s.at`, scope.company.timeZone)} and ${ofVersion(range, sql`s.version_id`)}
     group by 1, 2`);

/** Days before the log begins. */
const dayCounts = (scope: Scope, flowId: number, { from, to, versionId }: Range): Promise<StepCount[]> =>
  scope.sql.rows<StepCount & Record<string, unknown>>(sql`
    select d.node_id as "nodeId", w.key as way, case when w.place = 1 then d.entered else 0 end as entered, coalesce(w.n, 0) as left,
           case when w.place = 1 then d.dropped else 0 end as dropped, case when w.place = 1 then d.handed else 0 end as handed,
           case when w.place = 1 then d.errors else 0 end as errors
      from flows.day d
      left join lateral (select e.key, e.value::int as n, row_number() over (order by e.key) as place
                           from (select * from jsonb_each_text(d.left_by) union all
                                 select null, null where d.left_by = '{}') e(key, value)) w on true
     where d.flow_id = ${flowId} and d.node_id <> '' and ${versionId === undefined ? sql`true` : sql`d.version_id = ${versionId}`}
       and d.day >= ${from ?? null}::date and d.day <= coalesce(${to ?? null}::date, current_date)
       and d.day < coalesce((select min((s.at at time zone ${scope.company.timeZone})::date) from flows.step s), 'infinity'::date)`);

const nothing = (): FlowNodeNumbers => ({
  entered: 0,
  left: {},
  dropped: 0,
  handed: 0,
  errors: 0,
  medianMs: null,
  waiting: 0,
});

const waitingNow = (scope: Scope, flowId: number, range: Range) =>
  scope.sql.rows<{ nodeId: string; n: number }>(
    sql`select s.node_id as "nodeId", count(*)::int as n from flows.session s
         where s.flow_id = ${flowId} and s.state in ('running', 'waiting') and ${ofVersion(range, sql`s.version_id`)} group by 1`,
  );

const medians = (scope: Scope, flowId: number, range: Range) =>
  scope.sql.rows<{ nodeId: string; ms: number }>(
    sql`select s.node_id as "nodeId", (percentile_disc(0.5) within group (order by s.waited_ms))::float8 as ms from flows.step s
         where s.flow_id = ${flowId} and s.waited_ms is not null and ${between(range, sql`s.at`, scope.company.timeZone)}
           and ${ofVersion(range, sql`s.version_id`)} group by 1`,
  );

const sessionCounts = async (scope: Scope, flowId: number, range: Range): Promise<FlowNumbers['sessions']> => {
  const rows = await scope.sql.rows<{ why: FlowEnd | null; n: number }>(
    sql`select s.ended_why as why, count(*)::int as n from flows.session s
         where s.flow_id = ${flowId} and s.state <> 'offered' and ${between(range, sql`s.started_at`, scope.company.timeZone)}
           and ${ofVersion(range, sql`s.version_id`)} group by 1`,
  );
  const ended = Object.fromEntries(rows.flatMap(({ why, n }) => (why === null ? [] : [[why, n]])));
  return {
    started: rows.reduce((sum, { n }) => sum + n, 0),
    running: rows.find(({ why }) => why === null)?.n ?? 0,
    ended: ended as FlowNumbers['sessions']['ended'],
  };
};

const isOld = ({ from }: Range): boolean =>
  from !== undefined && Date.parse(from) < Date.now() - (keptDays - 1) * 86_400_000;

/** Returns the numbers of a flow's nodes: the log of steps, and for older days their counts. */
export const flowNumbers = async (scope: Scope, flowId: number, range: Range): Promise<FlowNumbers> => {
  const nodes: Record<string, FlowNodeNumbers> = {};
  const at = (nodeId: string): FlowNodeNumbers => (nodes[nodeId] ??= nothing());
  const counts = [
    ...(await stepCounts(scope, flowId, range)),
    ...(isOld(range) ? await dayCounts(scope, flowId, range) : []),
  ];
  for (const { nodeId, way, entered, left, dropped, handed, errors } of counts) {
    const node = at(nodeId);
    node.entered += entered;
    if (way !== null) node.left[way] = (node.left[way] ?? 0) + left;
    node.dropped += dropped;
    node.handed += handed;
    node.errors += errors;
  }
  for (const { nodeId, ms } of await medians(scope, flowId, range)) at(nodeId).medianMs = ms;
  for (const { nodeId, n } of await waitingNow(scope, flowId, range)) at(nodeId).waiting = n;
  return { sessions: await sessionCounts(scope, flowId, range), nodes };
};

export type NodeEvent = 'waiting' | 'dropped' | 'handed' | 'errors' | 'entered';
const conditions: Record<Exclude<NodeEvent, 'waiting'>, Sql> = {
  dropped: sql`s.ended in ('expired', 'left')`,
  handed: sql`s.ended in ('handed', 'failed', 'limit')`,
  errors: sql`s.error is not null`,
  entered: sql`s.is_entry`,
};
const perPage = 40;

/** Returns the conversations behind a number, newest first. */
export const ticketsAt = async (
  scope: Scope,
  flowId: number,
  nodeId: string,
  what: NodeEvent,
  range: Range,
  pageNumber: number,
): Promise<{ tickets: FlowNodeTicket[]; hasMore: boolean }> => {
  const found =
    what === 'waiting'
      ? sql`select s.ticket_id, s.touched_at as at from flows.session s
             where s.flow_id = ${flowId} and s.node_id = ${nodeId} and s.state in ('running', 'waiting') and ${ofVersion(range, sql`s.version_id`)}`
      : sql`select x.ticket_id, max(s.at) as at from flows.step s join flows.session x on x.company_id = s.company_id and x.id = s.session_id
             where s.flow_id = ${flowId} and s.node_id = ${nodeId} and ${conditions[what]}
               and ${between(range, sql`s.at`, scope.company.timeZone)} and ${ofVersion(range, sql`s.version_id`)}
             group by x.ticket_id`;
  const rows = await scope.sql.rows<{ ticketId: number; uuid: string; name: string; at: Date }>(
    sql`select f.ticket_id as "ticketId", t.uuid, c.name, f.at from (${found}) f
          join tickets.public_ticket t on t.id = f.ticket_id join contacts.public_contact c on c.id = t.contact_id
         order by f.at desc, f.ticket_id desc limit ${perPage + 1} offset ${(pageNumber - 1) * perPage}`,
  );
  return {
    tickets: rows.slice(0, perPage).map((row) => ({ ...row, at: row.at.toISOString() })),
    hasMore: rows.length > perPage,
  };
};

type Day = FlowReport['days'][number];

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
      from flows.session s
     where s.flow_id = ${flowId} and s.state <> 'offered' and ${between(range, sql`s.started_at`, zone)}
     group by 1
    union all
    select d.day::text, ${sums(sql`e.key`, sql`e.value::int`)}
      from flows.day d cross join lateral jsonb_each_text(d.left_by) e
     where d.flow_id = ${flowId} and d.node_id = '' and d.day >= ${range.from ?? null}::date
       and d.day < coalesce((select min((s.started_at at time zone ${zone})::date) from flows.session s where s.flow_id = ${flowId}), 'infinity'::date)
     group by 1 order by 1`);
};

export const flowReport = async (scope: Scope, flowId: number, range: Range): Promise<FlowReport> => {
  const days = await reportDays(scope, flowId, range);
  const length = await scope.sql.one<{ ms: number | null }>(
    sql`select (percentile_disc(0.5) within group (order by extract(epoch from s.ended_at - s.started_at) * 1000))::float8 as ms
          from flows.session s where s.flow_id = ${flowId} and s.ended_at is not null
           and ${between(range, sql`s.started_at`, scope.company.timeZone)}`,
  );
  const { nodes } = await flowNumbers(scope, flowId, range);
  const total = (key: keyof Omit<Day, 'day'>): number => days.reduce((sum, day) => sum + day[key], 0);
  return {
    days,
    totals: {
      started: total('started'),
      completed: total('completed'),
      handed: total('handed'),
      dropped: total('dropped'),
      failed: total('failed'),
    },
    medianMs: length?.ms ?? null,
    drops: Object.entries(nodes)
      .filter(([, { dropped }]) => dropped > 0)
      .map(([nodeId, { dropped, entered }]) => ({ nodeId, dropped, entered }))
      .toSorted((one, other) => other.dropped - one.dropped)
      .slice(0, 20),
  };
};
