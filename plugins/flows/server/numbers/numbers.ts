import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { FlowEnd } from '../../contract.ts';
import type { FlowNodeNumbers, FlowNodeTicket, FlowNumbers } from '../../graph/wire.ts';
import { keptFrom } from './kept.ts';
import { understood } from './roll-up.ts';

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

/** Days `d` of the range of which only counts are left. */
export const oldDays = (range: Range, zone: string): Sql => sql`
  d.day >= coalesce(${range.from ?? null}::date, (now() at time zone ${zone})::date - 29)
  and d.day <= coalesce(${range.to ?? null}::date, (now() at time zone ${zone})::date)
  and d.day < ${keptFrom} and ${ofVersion(range, sql`d.version_id`)}`;

interface StepCount {
  nodeId: string;
  way: string | null;
  entered: number;
  left: number;
  dropped: number;
  handed: number;
  errors: number;
  answered: number;
  attempts: number;
}

/** Steps of the log, while it is kept. */
const stepCounts = (scope: Scope, flowId: number, range: Range): Promise<StepCount[]> =>
  scope.sql.rows<StepCount & Record<string, unknown>>(sql`
    select s.node_id as "nodeId", s.left_by as way, count(*) filter (where s.is_entry)::int as entered,
           count(*) filter (where s.left_by is not null)::int as left,
           count(*) filter (where s.ended in ('expired', 'left'))::int as dropped,
           count(*) filter (where s.ended in ('handed', 'failed', 'limit'))::int as handed,
           count(*) filter (where s.error is not null)::int as errors,
           count(*) filter (where ${understood})::int as answered,
           coalesce(sum(s.attempt) filter (where ${understood}), 0)::int as attempts
      from flows.step s
     where s.flow_id = ${flowId} and ${between(range, sql`s.at`, scope.company.timeZone)} and ${ofVersion(range, sql`s.version_id`)}
     group by 1, 2`);

/** Days before the log begins, from their counts. */
const dayCounts = (scope: Scope, flowId: number, range: Range): Promise<StepCount[]> =>
  scope.sql.rows<StepCount & Record<string, unknown>>(sql`
    select d.node_id as "nodeId", w.key as way, case when w.place = 1 then d.entered else 0 end as entered, coalesce(w.n, 0) as left,
           case when w.place = 1 then d.dropped else 0 end as dropped, case when w.place = 1 then d.handed else 0 end as handed,
           case when w.place = 1 then d.errors else 0 end as errors,
           case when w.place = 1 then d.answered else 0 end as answered,
           case when w.place = 1 then d.attempts else 0 end as attempts
      from flows.day d
      left join lateral (select e.key, e.value::int as n, row_number() over (order by e.key) as place
                           from (select * from jsonb_each_text(d.left_by) union all
                                 select null, null where d.left_by = '{}') e(key, value)) w on true
     where d.flow_id = ${flowId} and d.node_id <> '' and ${oldDays(range, scope.company.timeZone)}`);

const nothing = (): FlowNodeNumbers => ({
  entered: 0,
  left: {},
  dropped: 0,
  handed: 0,
  errors: 0,
  medianMs: null,
  attempts: null,
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
  const zone = scope.company.timeZone;
  const rows = await scope.sql.rows<{ why: FlowEnd | null; n: number }>(
    sql`select x.why, sum(x.n)::int as n
          from (select s.ended_why as why, count(*) as n from flows.session s
                 where s.flow_id = ${flowId} and s.state <> 'offered' and ${between(range, sql`s.started_at`, zone)}
                   and (s.started_at at time zone ${zone})::date >= ${keptFrom} and ${ofVersion(range, sql`s.version_id`)}
                 group by 1
                union all
                select e.key, e.value::int from flows.day d cross join lateral jsonb_each_text(d.left_by) e
                 where d.flow_id = ${flowId} and d.node_id = '' and ${oldDays(range, zone)}) x
         group by 1`,
  );
  const ended = Object.fromEntries(rows.flatMap(({ why, n }) => (why === null ? [] : [[why, n]])));
  return {
    started: rows.reduce((sum, { n }) => sum + n, 0),
    running: rows.find(({ why }) => why === null)?.n ?? 0,
    ended: ended as FlowNumbers['sessions']['ended'],
  };
};

const countedAt = async (scope: Scope): Promise<string | null> => {
  const row = await scope.sql.one<{ at: Date }>(sql`select at from flows.rolled_up`);
  return row?.at.toISOString() ?? null;
};

/** Returns the numbers of a flow's nodes: the log of steps, and for older days their counts. */
export const flowNumbers = async (scope: Scope, flowId: number, range: Range): Promise<FlowNumbers> => {
  const nodes: Record<string, FlowNodeNumbers> = {};
  const at = (nodeId: string): FlowNodeNumbers => (nodes[nodeId] ??= nothing());
  const counts = [...(await stepCounts(scope, flowId, range)), ...(await dayCounts(scope, flowId, range))];
  const tries = new Map<string, { answered: number; attempts: number }>();
  for (const { nodeId, way, entered, left, dropped, handed, errors, answered, attempts } of counts) {
    const node = at(nodeId);
    node.entered += entered;
    if (way !== null) node.left[way] = (node.left[way] ?? 0) + left;
    node.dropped += dropped;
    node.handed += handed;
    node.errors += errors;
    const sum = tries.get(nodeId) ?? { answered: 0, attempts: 0 };
    tries.set(nodeId, { answered: sum.answered + answered, attempts: sum.attempts + attempts });
  }
  for (const [nodeId, { answered, attempts }] of tries)
    if (answered > 0) at(nodeId).attempts = Math.round((attempts / answered) * 100) / 100;
  for (const { nodeId, ms } of await medians(scope, flowId, range)) at(nodeId).medianMs = ms;
  for (const { nodeId, n } of await waitingNow(scope, flowId, range)) at(nodeId).waiting = n;
  return { sessions: await sessionCounts(scope, flowId, range), nodes, countedAt: await countedAt(scope) };
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
