import { AppError, invalid, notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { channelAdapter, connectionChanged, connections, connectionsRoom, type Connection } from '../contract.ts';
import type manifest from '../manifest.ts';
import { checkFields, creation, freshFields, saveFields, connectionForm } from './connection-form.ts';
import { announce } from './connections-service.ts';

const params = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

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
      const { channel, isDefault = false, ...given } = body;
      const fields = { ...freshFields, ...given };
      checkFields(fields);
      return scope.tx(async (inner) => {
        const made = await inner.sql.one<{ id: number; first: boolean }>(
          sql`insert into connections.connection (name, channel) values (${fields.name}, ${channel})
              returning id, not exists (select 1 from connections.connection c where c.is_default) as first`,
        );
        if (!made) throw new AppError(500, 'ERR_INTERNAL');
        await saveFields(inner, made.id, fields);
        if (made.first || isDefault) await makeDefault(inner, made.id);
        return shown(await announce(inner, made.id, 'create'), inner);
      });
    },
  });
  host.route('PUT', '/whatsapp/:id', {
    access: 'connections-page:editOrDeleteConnection',
    input: { params, body: connectionForm.partial() },
    handle: (request, scope) =>
      scope.tx(async (inner) => {
        const before = await existing(inner, request.params.id);
        const after = { ...before, ...request.body };
        checkFields(after);
        if (before.isDefault && !after.isDefault) throw new AppError(409, 'ERR_NO_OTHER_WHATSAPP');
        await saveFields(inner, before.id, after);
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
