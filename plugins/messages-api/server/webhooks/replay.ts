import { job, sql, z, type Host, type Scope, type Sql } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { findEndpoint } from './endpoints.ts';
import { dueNow } from './publish.ts';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** Deliveries that one transaction repeats. */
const portion = 1000;

export const replayBody = z
  .object({
    ids: z.array(id).min(1).max(portion).optional(),
    from: z.coerce.date().optional(),
    to: z.coerce.date().optional(),
    status: z.enum(['sent', 'failed']).optional(),
  })
  .refine(({ ids, from }) => ids !== undefined || from !== undefined, { error: 'Required', path: ['ids'] });

interface Rest {
  webhookId: number;
  from: string | null;
  to: string;
  status: 'sent' | 'failed' | null;
  /** Id of the last delivery that was repeated. */
  after: number;
}
const replayRest = job<Rest>('messages-api:replay');

const repeat = async (scope: Scope, webhookId: number, where: Sql): Promise<number[]> => {
  const rows = await scope.sql.rows<{ id: number; key: string; round: number }>(
    sql`update messages_api.delivery d set status = 'waiting', attempts = 0, round = d.round + 1, next_at = null
         where d.id in (select d.id from messages_api.delivery d where ${where} order by d.id limit ${portion} for update)
     returning d.id, d.key, d.round`,
  );
  const inOrder = rows.toSorted((one, other) => one.id - other.id);
  for (const row of inOrder) await dueNow(scope, row.key, { ...row, webhookId });
  return inOrder.map((row) => row.id);
};

const conditionOf = ({ webhookId, from, to, status, after }: Rest): Sql => {
  const where = [sql`d.webhook_id = ${webhookId}`, sql`d.status <> 'waiting'`, sql`d.id > ${after}`];
  if (from !== null) where.push(sql`d.created_at >= ${from}::timestamptz`);
  where.push(sql`d.created_at <= ${to}::timestamptz`);
  if (status !== null) where.push(sql`d.status = ${status}`);
  return sql.join(where, sql` and `);
};

/** Repeats one portion, and schedules the rest in the same transaction. Returns how many it repeats by and by. */
const repeatFrom = (scope: Scope, rest: Rest): Promise<number> =>
  scope.tx(async (inner) => {
    const done = await repeat(inner, rest.webhookId, conditionOf(rest));
    const last = done.at(-1);
    if (last === undefined || done.length < portion) return done.length;
    const next = { ...rest, after: last };
    const counted = await inner.sql.one<{ left: number }>(
      sql`select count(*)::int as left from messages_api.delivery d where ${conditionOf(next)}`,
    );
    const left = counted?.left ?? 0;
    if (left > 0) await inner.jobs.schedule(replayRest, next);
    return done.length + left;
  });

/**
 * Repeats deliveries, under the same `webhook-id`, in their original order. Waiting ones are skipped. A long period is
 * repeated in portions, so that neither the request nor a transaction takes long.
 */
export const replay = async (
  scope: Scope,
  webhookId: number,
  { ids, from, to, status }: z.output<typeof replayBody>,
): Promise<number> => {
  await findEndpoint(scope, webhookId);
  const until = to ?? new Date();
  const rest: Rest = {
    webhookId,
    from: from?.toISOString() ?? null,
    to: until.toISOString(),
    status: status ?? null,
    after: 0,
  };
  if (!ids) return repeatFrom(scope, rest);
  const where = sql`${conditionOf(rest)} and d.id = any(${ids}::bigint[])`;
  return scope.tx(async (inner) => (await repeat(inner, webhookId, where)).length);
};

export const replayingRest = (host: Host<typeof manifest>): void =>
  host.job(replayRest, {
    data: z.object({
      webhookId: z.number(),
      from: z.string().nullable(),
      to: z.string(),
      status: z.enum(['sent', 'failed']).nullable(),
      after: z.number(),
    }),
    handle: async (rest, scope) => {
      await repeatFrom(scope, rest);
    },
  });
