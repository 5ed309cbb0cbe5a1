import { AppError, notFound, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelAdapter, type Connection } from '../contract.ts';

export const existing = async (scope: Scope, id: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(id);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};

const adapterOf = (scope: Scope, connection: Connection): ChannelAdapter => {
  const adapter = scope.use(connections).adapter(connection);
  if (!adapter) throw new AppError(409, 'ERR_WAPP_NOT_INITIALIZED', { context: { channel: connection.channel } });
  return adapter;
};

/** Starts a session with the existing pairing, or with a new one when `fresh`. */
export const startSession = async (scope: Scope, id: number, fresh: boolean): Promise<Connection> => {
  const connection = await existing(scope, id);
  const adapter = adapterOf(scope, connection);
  await scope.use(connections).setStatus(connection.id, { status: 'OPENING' });
  try {
    await adapter.connect({ ...connection, status: 'OPENING' }, scope, { fresh });
  } catch (error) {
    await scope.use(connections).setStatus(connection.id, { status: 'DISCONNECTED' });
    throw error;
  }
  return existing(scope, id);
};

export const endSession = async (scope: Scope, id: number): Promise<Connection> => {
  const connection = await existing(scope, id);
  await adapterOf(scope, connection).disconnect(connection, scope);
  await scope.use(connections).setStatus(connection.id, { status: 'DISCONNECTED' });
  return existing(scope, connection.id);
};

/** Tells the channel that a connection was deleted. Its failures are only logged. */
export const releaseConnection = async (scope: Scope, connection: Connection): Promise<void> => {
  const adapter = scope.use(connections).adapter(connection);
  try {
    if (adapter?.release) await adapter.release(connection, scope);
    else if (connection.status === 'CONNECTED') await adapter?.disconnect(connection, scope);
  } catch (err) {
    scope.log.warn({ err, connection: connection.id }, 'channel could not release a deleted connection');
  }
};
