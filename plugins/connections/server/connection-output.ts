import type { Scope } from '@balcao/sdk/server';
import { channelFieldsOf } from './channel-fields.ts';
import { connectionTokenIssuer, connections, type Connection } from '../contract.ts';

/** A connection as the API returns it. */
export type ConnectionOutput = Connection & {
  capabilities: object;
  /** True if its channel is enabled for the company. Otherwise nothing is received or sent, whatever the status. */
  channelOn: boolean;
  /** True if its channel can import old messages. */
  hasHistory: boolean;
  /** True if a token for the messages API was issued; null if there is no issuer. */
  hasToken: boolean | null;
  /** The page on which tokens are managed. */
  tokenPage: string | null;
  /** The channel’s own fields; null for people who may not change the connection, and for channels without any. */
  options: Readonly<Record<string, unknown>> | null;
};

/** Returns the QR code only to people who may pair, because scanning it allows to write as the company. */
const outputOf = (
  connection: Connection,
  scope: Scope,
  { hasToken, tokenPage, options }: Pick<ConnectionOutput, 'hasToken' | 'tokenPage' | 'options'>,
): ConnectionOutput => {
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

export const outputsOf = async (list: readonly Connection[], scope: Scope): Promise<ConnectionOutput[]> => {
  const [issuer] = scope.contributions(connectionTokenIssuer);
  const withToken = await issuer?.item.has(
    list.map(({ id }) => id),
    issuer.scope,
  );
  const options = await channelFieldsOf(list, scope);
  return list.map((connection) =>
    outputOf(connection, scope, {
      hasToken: withToken?.has(connection.id) ?? null,
      tokenPage: issuer?.item.page ?? null,
      options: options.get(connection.id) ?? null,
    }),
  );
};

export const show = async (connection: Connection, scope: Scope): Promise<ConnectionOutput | undefined> =>
  (await outputsOf([connection], scope))[0];
