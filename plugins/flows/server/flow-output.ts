import { notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import type { FlowDetail, FlowRow, FlowTriggerChoice } from '../graph/wire.ts';

const who = z.object({ id: z.number(), name: z.string() }).nullable();
export const flowRow = z.object({
  id: z.number(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: who,
  isLive: z.boolean(),
  liveNumber: z.number().nullable(),
  isDraftChanged: z.boolean(),
  running: z.number(),
  usedBy: z.array(z.string()),
});
export const triggerChoice = z.object({
  trigger: z.string().min(1).max(120),
  subject: z.string().max(200),
});
export const flowDetail = flowRow.extend({
  data: z.string().describe('JSON string of elements: nodes, and connections between them.'),
  draftRev: z.number(),
  triggers: z.array(triggerChoice),
});
export const problem = z.object({
  level: z.enum(['error', 'warning']),
  code: z.string(),
  plugin: z.string().optional(),
  nodeId: z.string().optional(),
  edgeId: z.string().optional(),
  field: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export const savedFlow = z.object({
  id: z.number(),
  title: z.string(),
  draftRev: z.number(),
  version: z.object({ id: z.number(), number: z.number() }).nullable(),
  problems: z.array(problem),
});

interface Row {
  id: number;
  title: string;
  createdAt: Date;
  updatedAt: Date;
  updatedBy: { id: number; name: string } | null;
  liveNumber: number | null;
  isDraftChanged: boolean;
  running: number;
  queues: string[];
  connections: string[];
  words: string[];
}

const rows = (where: Sql): Sql => sql`
  select f.id, f.title, f.created_at as "createdAt", f.updated_at as "updatedAt", v.number as "liveNumber",
         (v.id is null or v.source <> f.draft) as "isDraftChanged",
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "updatedBy",
         (select count(*)::int from flows.session s where s.company_id = f.company_id and s.flow_id = f.id
             and s.ended_at is null and s.state <> 'offered') as running,
         array(select q.name from flows.queue_flow x join queues.public_queue q on q.id = x.queue_id
                where x.company_id = f.company_id and x.flow_id = f.id order by q.name) as queues,
         array(select c.name from flows.connection_flow x join connections.public_connection c on c.id = x.connection_id
                where x.company_id = f.company_id and x.flow_id = f.id order by c.name) as connections,
         array(select k.word from flows.keyword k
                where k.company_id = f.company_id and k.flow_id = f.id order by k.word limit 20) as words
    from flows.flow f
    left join flows.version v on v.company_id = f.company_id and v.id = f.live_id
    left join kernel."user" u on u.company_id = f.company_id and u.id = f.updated_by
   where ${where} order by kernel.normalise(f.title), f.id`;

const shown = (scope: Scope, row: Row): FlowRow => {
  const { id, title, updatedBy, liveNumber, isDraftChanged, running } = row;
  return {
    id,
    title,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy,
    isLive: liveNumber !== null,
    liveNumber,
    isDraftChanged,
    running,
    usedBy: [
      ...row.queues.map((name) => scope.t('server.byQueue', { name })),
      ...row.connections.map((name) => scope.t('server.byConnection', { name })),
      ...row.words.map((name) => scope.t('server.byWord', { name })),
    ],
  };
};

export const listFlows = async (scope: Scope): Promise<FlowRow[]> =>
  (await scope.sql.rows<Row>(rows(sql`true`))).map((row) => shown(scope, row));

export const triggersOf = (scope: Scope, flowId: number): Promise<FlowTriggerChoice[]> =>
  scope.sql.rows<FlowTriggerChoice & Record<string, unknown>>(
    sql`select trigger, subject from flows.trigger where flow_id = ${flowId} order by trigger, subject`,
  );

/** ERR_NO_FLOW_FOUND (404). */
export const flowDetailOf = async (scope: Scope, id: number): Promise<FlowDetail> => {
  const [row] = await scope.sql.rows<Row>(rows(sql`f.id = ${id}`));
  const draft = await scope.sql.one<{ data: string; draftRev: number }>(
    sql`select draft as data, draft_rev as "draftRev" from flows.flow where id = ${id}`,
  );
  if (!row || !draft) throw notFound('ERR_NO_FLOW_FOUND');
  return { ...shown(scope, row), ...draft, triggers: await triggersOf(scope, id) };
};
