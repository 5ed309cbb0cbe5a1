import type { Scope } from '@balcao/sdk/server';
import { connectionTokenIssuer, connections, type Connection } from '../contract.ts';

/** A connection as the API answers it. */
export type ShownConnection = Connection & {
  capabilities: object;
  /** Its channel can hand in what was said before. */
  hasHistory: boolean;
  /** Whether a token for the messages API was issued; null: nobody issues any here. */
  hasToken: boolean | null;
};

/** The QR code lets whoever scans it write as the company: only those who may pair receive it. */
const shown = (connection: Connection, scope: Scope, hasToken: boolean | null): ShownConnection => {
  const adapter = scope.use(connections).adapter(connection);
  return {
    ...connection,
    qrcode: scope.can('connections-page:actionButtons') ? connection.qrcode : '',
    capabilities: adapter?.capabilities ?? {},
    hasHistory: adapter?.importHistory !== undefined,
    hasToken,
  };
};

export const showAll = async (list: readonly Connection[], scope: Scope): Promise<ShownConnection[]> => {
  const [issuer] = scope.contributions(connectionTokenIssuer);
  const withToken = await issuer?.item.has(
    list.map(({ id }) => id),
    issuer.scope,
  );
  return list.map((connection) => shown(connection, scope, withToken?.has(connection.id) ?? null));
};

export const show = async (connection: Connection, scope: Scope): Promise<ShownConnection | undefined> =>
  (await showAll([connection], scope))[0];
