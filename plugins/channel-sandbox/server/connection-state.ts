import { randomBytes } from 'node:crypto';
import { AppError, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';

export interface ConnectionState {
  connectionId: number;
  paired: boolean;
  pairingCode: string;
  cut: boolean;
  latencyMs: number;
}

const select = sql`select connection_id as "connectionId", paired, pairing_code as "pairingCode", cut, latency_ms as "latencyMs" from channel_sandbox.connection`;

/** Returns a sandbox connection of this company. Throws ERR_NO_WAPP_FOUND. */
export const sandboxConnection = async (scope: Scope, id: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(id);
  if (!connection || connection.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};

export const stateOf = async (scope: Scope, connectionId: number): Promise<ConnectionState> => {
  const read = (): Promise<ConnectionState | undefined> =>
    scope.sql.one<ConnectionState>(sql`${select} where connection_id = ${connectionId}`);
  const known = await read();
  if (known) return known;
  await scope.sql.run(
    sql`insert into channel_sandbox.connection (connection_id) values (${connectionId}) on conflict do nothing`,
  );
  const state = await read();
  if (!state) throw notFound('ERR_NO_WAPP_FOUND');
  return state;
};

export const setState = (
  scope: Scope,
  connectionId: number,
  change: Partial<Omit<ConnectionState, 'connectionId'>>,
): Promise<number> =>
  scope.sql.run(
    sql`insert into channel_sandbox.connection as l (connection_id, paired, pairing_code, cut, latency_ms)
        values (${connectionId}, ${change.paired ?? false}, ${change.pairingCode ?? ''}, ${change.cut ?? false}, ${change.latencyMs ?? 0})
        on conflict (company_id, connection_id) do update set
          paired = coalesce(${change.paired ?? null}, l.paired), pairing_code = coalesce(${change.pairingCode ?? null}, l.pairing_code),
          cut = coalesce(${change.cut ?? null}, l.cut), latency_ms = coalesce(${change.latencyMs ?? null}, l.latency_ms)`,
  );

export const newPairingCode = (connectionId: number): string =>
  `balcao-sandbox:${connectionId}:${randomBytes(12).toString('base64url')}`;

const readState = async (scope: Scope, connectionId: number): Promise<ConnectionState> => {
  await sandboxConnection(scope, connectionId);
  return stateOf(scope, connectionId);
};

/** The inbound route is hot in load tests, so the connection’s state is cached for a moment. */
const cached = new Map<string, { at: number; state: ConnectionState }>();
const cacheMs = 1_000;

export const requireLinked = async (scope: Scope, connectionId: number): Promise<ConnectionState> => {
  const key = `${scope.company.id}/${connectionId}`;
  const known = cached.get(key);
  const isFresh = known !== undefined && Date.now() - known.at < cacheMs;
  const state = isFresh ? known.state : await readState(scope, connectionId);
  if (!isFresh) {
    if (cached.size > 10_000) cached.clear();
    cached.set(key, { at: Date.now(), state });
  }
  if (state.cut || !state.paired) throw new AppError(409, 'ERR_SANDBOX_NO_LINK');
  return state;
};

export const dropCachedState = (scope: Scope, connectionId: number): void => {
  cached.delete(`${scope.company.id}/${connectionId}`);
};
