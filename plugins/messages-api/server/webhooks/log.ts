import { notFound, sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { webhookEvent } from '../../contract.ts';
import { findEndpoint } from './endpoints.ts';
import { bodyOf, storeDelivery } from './publish.ts';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const pageSize = 40;
const retentionDays = 30;

export const logQuery = z.object({
  status: z.enum(['waiting', 'sent', 'failed']).optional(),
  event: z.string().max(100).optional(),
  searchParam: z.string().max(200).optional(),
  before: id.optional(),
});

export const rowOutput = z.object({
  id: z.number(),
  webhookId: z.number(),
  uid: z.string(),
  event: z.string(),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  answerStatus: z.number().nullable(),
  durationMs: z.number().nullable(),
  fault: z.string().nullable(),
  createdAt: z.date(),
  triedAt: z.date().nullable(),
  nextAt: z.date().nullable(),
  isTest: z.boolean(),
});
export type DeliveryRow = z.output<typeof rowOutput>;
export const deliveryOutput = rowOutput.extend({
  body: z.string(),
  answerBody: z.string().nullable().describe('route.field.answerBody'),
  tries: z.array(
    z.object({
      at: z.date(),
      answerStatus: z.number().nullable(),
      durationMs: z.number(),
      fault: z.string().nullable(),
    }),
  ),
  answerHeaders: z.record(z.string(), z.string()).nullable(),
});

const columns = sql`d.id, d.webhook_id as "webhookId", d.uid, d.event, d.status, d.attempts, d.answer_status as "answerStatus",
  d.duration_ms as "durationMs", d.fault, d.created_at as "createdAt", d.tried_at as "triedAt", d.next_at as "nextAt", d.is_test as "isTest"`;

/** Returns deliveries, newest first, 40 per page. */
export const listDeliveries = async (scope: Scope, webhookId: number, filter: z.output<typeof logQuery>) => {
  await findEndpoint(scope, webhookId);
  const where: Sql[] = [sql`d.webhook_id = ${webhookId}`];
  if (filter.status) where.push(sql`d.status = ${filter.status}`);
  if (filter.event) where.push(sql`d.event = ${filter.event}`);
  if (filter.before) where.push(sql`d.id < ${filter.before}`);
  // One endpoint has few rows per month: they are read in the order of the index, and a text index is not needed.
  if (filter.searchParam) where.push(sql`position(${filter.searchParam.toLowerCase()} in d.search) > 0`);
  const rows = await scope.sql.rows<DeliveryRow>(
    sql`select ${columns} from messages_api.delivery d where ${sql.join(where, sql` and `)} order by d.id desc limit ${pageSize + 1}`,
  );
  return { deliveries: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
};

/** Number of attempts that are returned of a delivery that was repeated often. */
const maxAttempts = 50;

export const findDelivery = async (scope: Scope, deliveryId: number): Promise<z.output<typeof deliveryOutput>> => {
  const row = await scope.sql.one<Omit<z.output<typeof deliveryOutput>, 'tries'>>(
    sql`select ${columns}, d.body, d.answer_body as "answerBody", d.answer_headers as "answerHeaders"
          from messages_api.delivery d where d.id = ${deliveryId}`,
  );
  if (!row) throw notFound('ERR_NO_DELIVERY_FOUND');
  const tries = await scope.sql.rows<z.output<typeof deliveryOutput>['tries'][number]>(
    sql`select at, answer_status as "answerStatus", duration_ms as "durationMs", fault from messages_api.try
         where delivery_id = ${deliveryId} order by id desc limit ${maxAttempts}`,
  );
  return { ...row, tries };
};

/** Makes a call with sample data, attempted once, and also while the endpoint is disabled. */
export const sendTest = async (scope: Scope, webhookId: number, event: string | undefined): Promise<number> => {
  const endpoint = await findEndpoint(scope, webhookId);
  const wanted = event ?? endpoint.events[0] ?? 'webhook.test';
  const sample = scope.items(webhookEvent).find((item) => item.id === wanted)?.sample ?? {};
  const uid = `test:${crypto.randomUUID()}`;
  const body = bodyOf(wanted, { ...sample, isTest: true });
  return scope.tx(async (inner) => {
    await storeDelivery(inner, [webhookId], { event: wanted, id: uid, key: uid, body, isTest: true });
    const row = await inner.sql.one<{ id: number }>(
      sql`select id from messages_api.delivery where webhook_id = ${webhookId} and source = ${`${wanted}:${uid}`}`,
    );
    return row?.id ?? 0;
  });
};

export const deleteOldDeliveries = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`delete from messages_api.delivery where created_at < now() - make_interval(days => ${retentionDays}) and status <> 'waiting'`,
  );
};
