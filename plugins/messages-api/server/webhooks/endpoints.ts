import { editOf, invalid, isPublicAddress, mergeEdit, notFound, sql, z, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { webhookChanged, webhookEvent, webhooksRoom } from '../../contract.ts';
import { newSalt, secretOf } from './secret.ts';
import { wantsStatus } from './own-events.ts';

const endpointForm = z.object({
  name: z.string('Required').trim().min(1, 'Required').max(60, 'Too Long!'),
  url: z.string('Required').trim().min(1, 'Required').max(2000, 'Too Long!'),
  events: z.array(z.string().max(100)).min(1, 'Required').max(100),
  isActive: z.boolean(),
});
export const endpointBody = endpointForm.extend({ isActive: z.boolean().default(true) });
export const endpointEdit = editOf(endpointForm);
export type EndpointBody = z.output<typeof endpointBody>;

export const endpointOutput = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isActive: z.boolean(),
  disabledReason: z.string().nullable().describe('route.field.disabledReason'),
  failingSince: z.date().nullable(),
  succeededAt: z.date().nullable(),
  createdAt: z.date(),
});
export type Endpoint = z.output<typeof endpointOutput>;

const columns = sql`id, name, url, events, is_active as "isActive", disabled_reason as "disabledReason",
  failing_since as "failingSince", succeeded_at as "succeededAt", created_at as "createdAt"`;

const formerHours = 24;

/** Refuses addresses that are invalid without a lookup; resolved addresses are checked at every call. */
const assertAddress = (text: string): void => {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && process.env['NODE_ENV'] !== 'production');
  if (!url || !isWeb || url.username !== '' || url.password !== '') throw invalid({ url: 'ERR_INVALID_URL' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (/^[\d.]+$|:/.test(host) && !isPublicAddress(host)) throw invalid({ url: 'ERR_ADDRESS_NOT_PUBLIC' });
};

const assertEvents = (scope: Scope, events: readonly string[]): void => {
  const known = new Set(scope.items(webhookEvent).map(({ id }) => id));
  if (events.some((event) => !known.has(event))) throw invalid({ events: 'ERR_UNKNOWN_EVENT' });
};

/** Subscribes to receipts only where an endpoint needs them. */
const followStatus = async (scope: Scope): Promise<void> => {
  const row = await scope.sql.one(
    sql`select 1 from messages_api.webhook where is_active and events && ${[...wantsStatus]}::text[] limit 1`,
  );
  await scope.use(tickets).watchStatus('messages-api', row !== undefined);
};

/** Publishes a change in its transaction: nodes that cache subscriptions read them again. */
export const publishEndpointChange = async (scope: Scope, webhookId: number): Promise<void> => {
  await scope.emit(webhookChanged, `webhook:${webhookId}`, { webhookId });
  scope.rooms.emit(webhooksRoom, {}, 'webhook', { webhookId });
};

export const listEndpoints = (scope: Scope): Promise<Endpoint[]> =>
  scope.sql.rows<Endpoint>(sql`select ${columns} from messages_api.webhook order by id`);

const orMissing = <T>(row: T | undefined): T => {
  if (!row) throw notFound('ERR_NO_WEBHOOK_FOUND');
  return row;
};

export const findEndpoint = async (scope: Scope, id: number): Promise<Endpoint> =>
  orMissing(await scope.sql.one<Endpoint>(sql`select ${columns} from messages_api.webhook where id = ${id}`));

export const createEndpoint = async (scope: Scope, input: EndpointBody): Promise<Endpoint & { secret: string }> => {
  assertAddress(input.url);
  assertEvents(scope, input.events);
  const salt = newSalt();
  const row = await scope.tx(async (inner) => {
    const made = orMissing(
      await inner.sql.one<Endpoint>(
        sql`insert into messages_api.webhook (name, url, events, is_active, salt)
            values (${input.name}, ${input.url}, ${input.events}::text[], ${input.isActive}, ${salt}::bytea) returning ${columns}`,
      ),
    );
    await followStatus(inner);
    await publishEndpointChange(inner, made.id);
    return made;
  });
  return { ...row, secret: await secretOf(scope, row.id, salt) };
};

export const updateEndpoint = (scope: Scope, id: number, body: z.output<typeof endpointEdit>): Promise<Endpoint> => {
  if (body.url !== undefined) assertAddress(body.url);
  if (body.events !== undefined) assertEvents(scope, body.events);
  return scope.tx(async (inner) => {
    const found = await inner.sql.one<EndpointBody>(
      sql`select name, url, events, is_active as "isActive" from messages_api.webhook where id = ${id} for update`,
    );
    const change = await mergeEdit(inner, {
      table: 'messages_api.webhook',
      id,
      // Events have no order, and forms send them sorted.
      row: found && { ...found, events: found.events.toSorted() },
      missing: 'ERR_NO_WEBHOOK_FOUND',
      body,
    });
    const { name, url, events, isActive } = { ...orMissing(found), ...change } as EndpointBody;
    const row = orMissing(
      await inner.sql.one<Endpoint>(
        sql`update messages_api.webhook
               set name = ${name}, url = ${url}, events = ${events}::text[],
                   failing_since = case when is_active and ${isActive} and url = ${url} then failing_since end,
                   disabled_reason = case when ${isActive} then null else disabled_reason end, is_active = ${isActive}
             where id = ${id} returning ${columns}`,
      ),
    );
    await followStatus(inner);
    await publishEndpointChange(inner, id);
    return row;
  });
};

export const removeEndpoint = (scope: Scope, id: number): Promise<Endpoint> =>
  scope.tx(async (inner) => {
    const row = orMissing(
      await inner.sql.one<Endpoint>(sql`delete from messages_api.webhook where id = ${id} returning ${columns}`),
    );
    await followStatus(inner);
    await publishEndpointChange(inner, id);
    return row;
  });

/**
 * Creates a new secret; calls are also signed with the previous one for a day, so that the receiver can be changed
 * without a gap.
 */
export const rotateSecret = async (scope: Scope, id: number): Promise<string> => {
  const salt = newSalt();
  const changed = await scope.sql.run(
    sql`update messages_api.webhook
           set former_salt = salt, former_until = now() + make_interval(hours => ${formerHours}), salt = ${salt}::bytea
         where id = ${id}`,
  );
  if (changed === 0) throw notFound('ERR_NO_WEBHOOK_FOUND');
  return secretOf(scope, id, salt);
};
