import { AppError, invalid, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { channelAdapter, connectionChanged, connections, connectionsRoom, type Connection } from '../contract.ts';
import type manifest from '../manifest.ts';
import { announce } from './connections-service.ts';

const id = z.number().int().positive().max(2_147_483_647);
const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
const text = z.string().max(4096, 'Too Long!');
const fields = z.object({
  name: z.string('Required').trim().min(2, 'Too Short!').max(50, 'Too Long!'),
  isDefault: z.boolean(),
  greetingMessage: text,
  completionMessage: text,
  timeCreateNewTicket: z.coerce.number().int().min(0).max(525_600),
  allowGroup: z.boolean(),
  queueIds: z.array(id).max(500),
  entryQueueId: id.nullable(),
});
const creation = fields
  .partial()
  .required({ name: true })
  .extend({ channel: z.string('Required').min(1, 'Required').max(60) });

const mayPair = (scope: Scope): boolean => scope.can('connections-page:actionButtons');

/** The QR code lets whoever scans it write as the company: only those who may pair receive it. */
const shown = (
  connection: Connection,
  scope: Scope,
): Omit<Connection, 'qrcode'> & { qrcode: string; capabilities: object } => ({
  ...connection,
  qrcode: mayPair(scope) ? connection.qrcode : '',
  capabilities: scope.use(connections).adapter(connection)?.capabilities ?? {},
});

const existing = async (scope: Scope, wanted: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(wanted);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};

const adapterOf = (scope: Scope, connection: Connection) => {
  const adapter = scope.use(connections).adapter(connection);
  if (!adapter) throw new AppError(409, 'ERR_WAPP_NOT_INITIALIZED', { context: { channel: connection.channel } });
  return adapter;
};

/** A conversation needs a department to land in, and with several of them a greeting that asks which. */
const checkQueues = ({
  queueIds,
  entryQueueId,
  greetingMessage,
}: Pick<Connection, 'queueIds' | 'entryQueueId' | 'greetingMessage'>): void => {
  if (queueIds.length === 0 && entryQueueId === null) throw invalid({ entryQueueId: 'ERR_WAPP_QUEUE_REQUIRED' });
  if (queueIds.length > 1 && greetingMessage.trim() === '')
    throw invalid({ greetingMessage: 'ERR_WAPP_GREETING_REQUIRED' });
};

const saveQueues = async (scope: Scope, connectionId: number, queueIds: readonly number[]): Promise<void> => {
  const wanted = [...new Set(queueIds)];
  await scope.sql.run(
    sql`delete from connections.connection_queue where connection_id = ${connectionId} and not queue_id = any(${wanted}::int[])`,
  );
  await scope.sql.run(
    sql`insert into connections.connection_queue (connection_id, queue_id) select ${connectionId}, unnest(${wanted}::int[]) on conflict do nothing`,
  );
};

const makeDefault = async (scope: Scope, connectionId: number): Promise<void> => {
  await scope.sql.run(
    sql`update connections.connection set is_default = false where is_default and id <> ${connectionId}`,
  );
  await scope.sql.run(sql`update connections.connection set is_default = true where id = ${connectionId}`);
};

const connectionRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/whatsapp', {
    access: 'signed-in',
    summary: 'Connections of the company',
    handle: async (_request, scope) =>
      (await scope.use(connections).list()).map((connection) => shown(connection, scope)),
  });
  host.route('GET', '/whatsapp/:id', {
    access: 'signed-in',
    input: { params },
    handle: async (request, scope) => shown(await existing(scope, request.params.id), scope),
  });
  host.route('POST', '/whatsapp', {
    access: 'connections-page:addConnection',
    input: { body: creation },
    handle: async ({ body }, scope) => {
      if (!scope.items(channelAdapter).some((adapter) => adapter.id === body.channel))
        throw invalid({ channel: 'ERR_CHANNEL_UNKNOWN' });
      const { queueIds = [], entryQueueId = null, greetingMessage = '', isDefault = false } = body;
      checkQueues({ queueIds, entryQueueId, greetingMessage });
      return scope.tx(async (inner) => {
        const made = await inner.sql.one<{ id: number; first: boolean }>(
          sql`insert into connections.connection (name, channel, greeting_message, completion_message, time_create_new_ticket, allow_group, entry_queue_id)
              values (${body.name}, ${body.channel}, ${greetingMessage}, ${body.completionMessage ?? ''}, ${body.timeCreateNewTicket ?? 0},
                      ${body.allowGroup ?? false}, ${entryQueueId})
              returning id, not exists (select 1 from connections.connection c where c.is_default) as first`,
        );
        if (!made) throw new AppError(500, 'ERR_INTERNAL');
        await saveQueues(inner, made.id, queueIds);
        if (made.first || isDefault) await makeDefault(inner, made.id);
        return shown(await announce(inner, made.id, 'create'), inner);
      });
    },
  });
  host.route('PUT', '/whatsapp/:id', {
    access: 'connections-page:editOrDeleteConnection',
    input: { params, body: fields.partial() },
    handle: (request, scope) =>
      scope.tx(async (inner) => {
        const before = await existing(inner, request.params.id);
        const after = { ...before, ...request.body };
        checkQueues(after);
        if (before.isDefault && !after.isDefault) throw new AppError(409, 'ERR_NO_OTHER_WHATSAPP');
        await inner.sql.run(
          sql`update connections.connection set name = ${after.name}, greeting_message = ${after.greetingMessage},
                completion_message = ${after.completionMessage}, time_create_new_ticket = ${after.timeCreateNewTicket},
                allow_group = ${after.allowGroup}, entry_queue_id = ${after.entryQueueId}, updated_at = now() where id = ${before.id}`,
        );
        await saveQueues(inner, before.id, after.queueIds);
        if (after.isDefault && !before.isDefault) await makeDefault(inner, before.id);
        return shown(await announce(inner, before.id, 'update'), inner);
      }),
  });
  host.route('DELETE', '/whatsapp/:id', {
    access: 'connections-page:editOrDeleteConnection',
    input: { params },
    handle: async (request, scope) => {
      const connection = await existing(scope, request.params.id);
      const others = (await scope.use(connections).list()).filter((other) => other.id !== connection.id);
      const adapter = scope.use(connections).adapter(connection);
      if (connection.status === 'CONNECTED') await adapter?.disconnect(connection, scope);
      await adapter?.forget?.(connection, scope);
      await scope.tx(async (inner) => {
        await inner.sql.run(sql`delete from connections.connection where id = ${connection.id}`);
        if (connection.isDefault && others[0]) await makeDefault(inner, others[0].id);
        await inner.emit(connectionChanged, `connection:${connection.id}`, {
          connectionId: connection.id,
          status: 'DISCONNECTED',
          action: 'delete',
        });
        inner.rooms.emit(connectionsRoom, {}, 'delete', { connectionId: connection.id });
      });
    },
  });
};

const sessionRoutes = (host: Host<typeof manifest>): void => {
  const start = async (wanted: number, fresh: boolean, scope: Scope) => {
    const connection = await existing(scope, wanted);
    const adapter = adapterOf(scope, connection);
    await scope.use(connections).setStatus(connection.id, { status: 'OPENING' });
    try {
      await adapter.connect({ ...connection, status: 'OPENING' }, scope, { fresh });
    } catch (error) {
      await scope.use(connections).setStatus(connection.id, { status: 'DISCONNECTED' });
      throw error;
    }
    return shown(await existing(scope, wanted), scope);
  };
  host.route('POST', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Tries to connect again with the pairing at hand',
    input: { params },
    handle: (request, scope) => start(request.params.id, false, scope),
  });
  host.route('PUT', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Asks for a new QR code',
    input: { params },
    handle: (request, scope) => start(request.params.id, true, scope),
  });
  host.route('DELETE', '/whatsappsession/:id', {
    access: 'connections-page:actionButtons',
    summary: 'Disconnects',
    input: { params },
    handle: async (request, scope) => {
      const connection = await existing(scope, request.params.id);
      await adapterOf(scope, connection).disconnect(connection, scope);
      await scope.use(connections).setStatus(connection.id, { status: 'DISCONNECTED' });
      return shown(await existing(scope, connection.id), scope);
    },
  });
};

export const routes = (host: Host<typeof manifest>): void => {
  connectionRoutes(host);
  sessionRoutes(host);
};
