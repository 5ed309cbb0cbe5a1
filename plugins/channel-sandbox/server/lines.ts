import { randomBytes } from 'node:crypto';
import { AppError, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';

export interface Line {
  connectionId: number;
  paired: boolean;
  pairingCode: string;
  cut: boolean;
  latencyMs: number;
}

const select = sql`select connection_id as "connectionId", paired, pairing_code as "pairingCode", cut, latency_ms as "latencyMs" from channel_sandbox.line`;

/** Returns a sandbox connection of this company. Throws ERR_NO_WAPP_FOUND. */
export const sandboxConnection = async (scope: Scope, id: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(id);
  if (!connection || connection.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};

export const lineOf = async (scope: Scope, connectionId: number): Promise<Line> => {
  const read = (): Promise<Line | undefined> =>
    scope.sql.one<Line>(sql`${select} where connection_id = ${connectionId}`);
  const known = await read();
  if (known) return known;
  await scope.sql.run(
    sql`insert into channel_sandbox.line (connection_id) values (${connectionId}) on conflict do nothing`,
  );
  const line = await read();
  if (!line) throw notFound('ERR_NO_WAPP_FOUND');
  return line;
};

export const setLine = (
  scope: Scope,
  connectionId: number,
  change: Partial<Omit<Line, 'connectionId'>>,
): Promise<number> =>
  scope.sql.run(
    sql`insert into channel_sandbox.line as l (connection_id, paired, pairing_code, cut, latency_ms)
        values (${connectionId}, ${change.paired ?? false}, ${change.pairingCode ?? ''}, ${change.cut ?? false}, ${change.latencyMs ?? 0})
        on conflict (company_id, connection_id) do update set
          paired = coalesce(${change.paired ?? null}, l.paired), pairing_code = coalesce(${change.pairingCode ?? null}, l.pairing_code),
          cut = coalesce(${change.cut ?? null}, l.cut), latency_ms = coalesce(${change.latencyMs ?? null}, l.latency_ms)`,
  );

export const newPairingCode = (connectionId: number): string =>
  `balcao-sandbox:${connectionId}:${randomBytes(12).toString('base64url')}`;

const readLine = async (scope: Scope, connectionId: number): Promise<Line> => {
  await sandboxConnection(scope, connectionId);
  return lineOf(scope, connectionId);
};

/** The inbound route is hot in load tests, so the connection’s state is cached for a moment. */
const remembered = new Map<string, { at: number; line: Line }>();
const memoryMs = 1_000;

export const openLine = async (scope: Scope, connectionId: number): Promise<Line> => {
  const key = `${scope.company.id}/${connectionId}`;
  const known = remembered.get(key);
  const isFresh = known !== undefined && Date.now() - known.at < memoryMs;
  const line = isFresh ? known.line : await readLine(scope, connectionId);
  if (!isFresh) {
    if (remembered.size > 10_000) remembered.clear();
    remembered.set(key, { at: Date.now(), line });
  }
  if (line.cut || !line.paired) throw new AppError(409, 'ERR_SANDBOX_NO_LINK');
  return line;
};

export const forgetLine = (scope: Scope, connectionId: number): void => {
  remembered.delete(`${scope.company.id}/${connectionId}`);
};
