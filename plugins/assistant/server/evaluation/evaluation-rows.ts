import { notFound, sql, z, type Scope } from '@balcao/sdk/server';
import { knowledgeRoom } from '../../contract.ts';
import { expectation } from './golden.ts';

export const choice = z.object({
  providerId: z.number().int().positive().max(2_147_483_647).nullable(),
  model: z.string().trim().max(200),
});
/** The change that is tried: each part is absent or replaces what is in use. */
export const candidate = z.object({
  versionId: z.number().int().positive().max(2_147_483_647).nullable().default(null),
  model: choice.nullable().default(null),
  sourceIds: z
    .array(z.number().int().positive().max(2_147_483_647))
    .max(50)
    .default([])
    .describe('Sources to be searched as if they were switched the other way.'),
});
export type Candidate = z.output<typeof candidate>;
export const isEmpty = ({ versionId, model, sourceIds }: Candidate): boolean =>
  versionId === null && model === null && sourceIds.length === 0;

const label = z.object({
  version: z.number().nullable().describe('Number of the version of the settings; null: the product’s own.'),
  model: z.string(),
  sources: z.array(z.object({ id: z.number(), title: z.string(), kind: z.string(), isOn: z.boolean() })),
});
export type Label = z.output<typeof label>;
export const labels = z.object({
  old: label.nullable().describe('Null: nothing to compare with.'),
  new: label,
});

const fault = z.object({
  kind: z.enum(['missing', 'forbidden', 'tool', 'source', 'handover', 'error']),
  text: z.string(),
});
const side = z.object({
  state: z.enum(['waiting', 'passed', 'failed', 'said']),
  faults: z.array(fault),
  kind: z.enum(['answer', 'handover', 'end', 'error']).nullable(),
  reason: z.string().nullable(),
  text: z.string(),
  tools: z.array(z.string()),
  sources: z.array(z.object({ sourceId: z.number(), source: z.string(), heading: z.string() })),
  ms: z.number().nullable(),
  costMicros: z.number().nullable(),
});
export type Side = z.output<typeof side>;
export const pair = z.object({
  n: z.number(),
  goldenId: z.number().nullable(),
  question: z.string(),
  expected: expectation.nullable(),
  messageId: z.number().nullable(),
  old: side.nullable(),
  new: side.nullable(),
});
export type Pair = z.output<typeof pair>;

export const evaluationOutput = z.object({
  id: z.number(),
  ticketId: z.number().nullable(),
  candidate,
  labels,
  goesLive: z.boolean(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  error: z.string().nullable(),
  startedBy: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  usedAt: z.string().nullable(),
  total: z.number().describe('Answers to be written, of both sides.'),
  done: z.number(),
  costMicros: z.number().nullable(),
  better: z.number(),
  worse: z.number(),
});
export type Evaluation = z.output<typeof evaluationOutput>;

/** The run, or the latest ones of the questions; each with its progress and what changed. */
export const evaluations = (scope: Scope, id?: number): Promise<Evaluation[]> =>
  scope.sql.rows<Evaluation & Record<string, unknown>>(
    sql`select e.id, e.ticket_id as "ticketId", e.candidate, e.labels, e.goes_live as "goesLive", e.state, e.error,
               u.name as "startedBy", to_json(e.created_at) #>> '{}' as "createdAt", to_json(e.ended_at) #>> '{}' as "endedAt",
               to_json(e.used_at) #>> '{}' as "usedAt", i.total, i.done, i.cost as "costMicros", i.better, i.worse
          from assistant.evaluation e
          left join kernel."user" u on u.company_id = e.company_id and u.id = e.started_by
          cross join lateral (
            select count(*)::int as total, (count(*) filter (where n.state <> 'waiting'))::int as done,
                   (sum(n.cost_micros))::float8 as cost,
                   (count(*) filter (where n.side = 'new' and n.state = 'passed' and o.state = 'failed'))::int as better,
                   (count(*) filter (where n.side = 'new' and n.state = 'failed' and o.state = 'passed'))::int as worse
              from assistant.evaluation_item n
              left join assistant.evaluation_item o
                on o.evaluation_id = n.evaluation_id and o.n = n.n and o.side = 'old' and n.side = 'new'
             where n.evaluation_id = e.id and not n.is_copied) i
         where ${id === undefined ? sql`e.ticket_id is null` : sql`e.id = ${id}`} order by e.id desc limit 20`,
  );

/** ERR_NO_EVALUATION_FOUND (404). */
export const requireEvaluation = async (scope: Scope, id: number): Promise<Evaluation> => {
  const [row] = await evaluations(scope, id);
  if (!row) throw notFound('ERR_NO_EVALUATION_FOUND');
  return row;
};

interface ItemRow extends Side {
  n: number;
  side: 'old' | 'new';
  goldenId: number | null;
  question: string;
  expected: Pair['expected'];
  messageId: number | null;
}

/** The answers of a run, both sides of a question together, in their order. */
export const pairsOf = async (scope: Scope, id: number): Promise<Pair[]> => {
  const rows = await scope.sql.rows<ItemRow & Record<string, unknown>>(
    sql`select n, side, golden_id as "goldenId", question, expected, message_id::int as "messageId", state, faults, kind, reason,
               text, tools, sources, ms, cost_micros::float8 as "costMicros"
          from assistant.evaluation_item where evaluation_id = ${id} order by n, side`,
  );
  const pairs = new Map<number, Pair>();
  for (const { n, side: of, goldenId, question, expected, messageId, ...answer } of rows) {
    const known = pairs.get(n) ?? { n, goldenId, question, expected, messageId, old: null, new: null };
    pairs.set(n, { ...known, [of]: answer });
  }
  return [...pairs.values()];
};

/** Tells everybody who looks how far it is. */
export const publishEvaluation = async (scope: Scope, id: number): Promise<void> => {
  const [row] = await evaluations(scope, id);
  if (row)
    scope.rooms.emit(knowledgeRoom, {}, 'evaluation', { id, state: row.state, done: row.done, total: row.total });
};
