import { randomUUID } from 'node:crypto';
import { job, sql, z, type Host, type Scope, type Sql } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { findEndpoint } from './endpoints.ts';
import { dueNow } from './publish.ts';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** Deliveries that one transaction repeats. */
const portion = 1000;
const status = z.enum(['sent', 'failed']);

export const replayBody = z
  .object({
    ids: z.array(id).min(1).max(portion).optional(),
    from: z.coerce.date().optional(),
    to: z.coerce.date().optional(),
    status: status.optional(),
  })
  .refine(({ ids, from }) => ids !== undefined || from !== undefined, { error: 'Required', path: ['ids'] });

const restOfReplay = z.object({
  /** Of the whole replay. */
  key: z.string(),
  webhookId: z.number(),
  from: z.string().nullable(),
  to: z.string(),
  status: status.nullable(),
  askedAt: z.string(),
  /** Id of the last delivery that was repeated. */
  after: z.number(),
});
export type RestOfReplay = z.output<typeof restOfReplay>;
const replayRest = job<RestOfReplay>('messages-api:replay');

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

interface Chosen extends Pick<RestOfReplay, 'webhookId' | 'from' | 'status'> {
  to: string | null;
}
const chosenBy = ({ webhookId, from, to, status: wanted }: Chosen): Sql => {
  const where = [sql`d.webhook_id = ${webhookId}`, sql`d.status <> 'waiting'`];
  if (from !== null) where.push(sql`d.created_at >= ${from}::timestamptz`);
  if (to !== null) where.push(sql`d.created_at <= ${to}::timestamptz`);
  if (wanted !== null) where.push(sql`d.status = ${wanted}`);
  return sql.join(where, sql` and `);
};
/** Leaves out deliveries tried since the request: a node repeated them that died before it could say so. */
const conditionOf = (rest: RestOfReplay): Sql =>
  sql`${chosenBy(rest)} and d.id > ${rest.after} and (d.tried_at is null or d.tried_at < ${rest.askedAt}::timestamptz)`;

/** Repeats one portion, and schedules the rest in the same transaction. Returns how many it repeats by and by. */
const repeatFrom = (scope: Scope, rest: RestOfReplay): Promise<number> =>
  scope.tx(async (inner) => {
    const done = await repeat(inner, rest.webhookId, conditionOf(rest));
    const last = done.at(-1);
    if (last === undefined || done.length < portion) return done.length;
    const next = { ...rest, after: last };
    const counted = await inner.sql.one<{ left: number }>(
      sql`select count(*)::int as left from messages_api.delivery d where ${conditionOf(next)}`,
    );
    const left = counted?.left ?? 0;
    if (left > 0) await inner.jobs.schedule(replayRest, next, { key: rest.key });
    return done.length + left;
  });

/** Goes on with a replay, unless its endpoint was disabled or deleted meanwhile. */
export const continueReplay = async (scope: Scope, rest: RestOfReplay): Promise<number> => {
  const active = await scope.sql.one(
    sql`select 1 from messages_api.webhook where id = ${rest.webhookId} and is_active`,
  );
  return active ? repeatFrom(scope, rest) : 0;
};

/**
 * Repeats deliveries, under the same `webhook-id`, in their original order. Waiting ones are skipped. A long period is
 * repeated in portions, so that neither the request nor a transaction takes long; it ends with the request at the latest.
 */
export const replay = async (
  scope: Scope,
  webhookId: number,
  { ids, from, to, status: wanted }: z.output<typeof replayBody>,
): Promise<number> => {
  await findEndpoint(scope, webhookId);
  const [began, ended] = [from?.toISOString() ?? null, to?.toISOString() ?? null];
  if (ids) {
    const chosen = chosenBy({ webhookId, from: began, to: ended, status: wanted ?? null });
    return scope.tx(
      async (inner) => (await repeat(inner, webhookId, sql`${chosen} and d.id = any(${ids}::bigint[])`)).length,
    );
  }
  // By the clock of the database, as the deliveries are.
  const times = await scope.sql.one<{ askedAt: string; to: string }>(
    sql`select now()::text as "askedAt", least(${ended}::timestamptz, now())::text as to`,
  );
  if (!times) throw new Error('the database returned no time');
  return repeatFrom(scope, { ...times, key: randomUUID(), webhookId, from: began, status: wanted ?? null, after: 0 });
};

export const replayingRest = (host: Host<typeof manifest>): void =>
  host.job(replayRest, {
    data: restOfReplay,
    handle: async (rest, scope) => {
      await continueReplay(scope, rest);
    },
  });
