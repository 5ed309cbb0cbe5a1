import type { Scope } from '@balcao/sdk/server';
import { channelFieldsOf } from './channel-fields.ts';
import { connectionTokenIssuer, connections, type Connection } from '../contract.ts';

/** A connection as the API answers it. */
export type ShownConnection = Connection & {
  capabilities: object;
  /** Its channel is on for the company. Off: nothing comes in or goes out, whatever the status says. */
  channelOn: boolean;
  /** Its channel can hand in what was said before. */
  hasHistory: boolean;
  /** Whether a token for the messages API was issued; null: nobody issues any here. */
  hasToken: boolean | null;
  /** The page on which tokens are made and revoked. */
  tokenPage: string | null;
  /** What the channel's own fields hold; null for those who may not change the connection, and where it has none. */
  options: Readonly<Record<string, unknown>> | null;
};

/** The QR code lets whoever scans it write as the company: only those who may pair receive it. */
const shown = (
  connection: Connection,
  scope: Scope,
  { hasToken, tokenPage, options }: Pick<ShownConnection, 'hasToken' | 'tokenPage' | 'options'>,
): ShownConnection => {
  const adapter = scope.use(connections).adapter(connection);
  return {
    ...connection,
    qrcode: scope.can('connections-page:actionButtons') ? connection.qrcode : '',
    capabilities: adapter?.capabilities ?? {},
    channelOn: adapter !== undefined,
    hasHistory: adapter?.importHistory !== undefined,
    hasToken,
    tokenPage,
    options,
  };
};

export const showAll = async (list: readonly Connection[], scope: Scope): Promise<ShownConnection[]> => {
  const [issuer] = scope.contributions(connectionTokenIssuer);
  const withToken = await issuer?.item.has(
    list.map(({ id }) => id),
    issuer.scope,
  );
  const options = await channelFieldsOf(list, scope);
  return list.map((connection) =>
    shown(connection, scope, {
      hasToken: withToken?.has(connection.id) ?? null,
      tokenPage: issuer?.item.page ?? null,
      options: options.get(connection.id) ?? null,
    }),
  );
};

export const show = async (connection: Connection, scope: Scope): Promise<ShownConnection | undefined> =>
  (await showAll([connection], scope))[0];
