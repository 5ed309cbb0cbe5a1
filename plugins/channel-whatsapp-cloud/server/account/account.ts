import { invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { channelId, defaultVersion, type AccountForm, type AccountView } from '../../contract.ts';
import { open, seal } from './seal.ts';

/** A connection’s account at Meta, with decrypted secrets: it never leaves the server. */
export interface Account extends Required<AccountForm> {
  connectionId: number;
  displayNumber: string;
  verifiedName: string;
  verifiedAt: Date | null;
  lastCallAt: Date | null;
  trouble: string;
}

const select = sql`select connection_id as "connectionId", phone_number_id as "phoneNumberId", waba_id as "wabaId",
    graph_version as "graphVersion", token, app_secret as "appSecret", verify_token as "verifyToken",
    display_number as "displayNumber", verified_name as "verifiedName", verified_at as "verifiedAt", last_call_at as "lastCallAt",
    trouble from channel_whatsapp_cloud.account`;

const opened = (scope: Scope, row: Account): Account => {
  const { connectionId } = row;
  return {
    ...row,
    token: open(scope, connectionId, 'token', row.token),
    appSecret: open(scope, connectionId, 'appSecret', row.appSecret),
    verifyToken: open(scope, connectionId, 'verifyToken', row.verifyToken),
  };
};

/** Returns a connection of this channel and company. Throws ERR_NO_WAPP_FOUND. */
export const cloudConnection = async (scope: Scope, id: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(id);
  if (connection?.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};

/** Returns the account; undefined until the company has entered it. */
export const findAccount = async (scope: Scope, connectionId: number): Promise<Account | undefined> => {
  const row = await scope.sql.one<Account>(sql`${select} where connection_id = ${connectionId}`);
  return row && opened(scope, row);
};

/** Returns the account of one of several numbers that share a webhook. */
export const accountOfNumber = async (scope: Scope, phoneNumberId: string): Promise<Account | undefined> => {
  const row = await scope.sql.one<Account>(sql`${select} where phone_number_id = ${phoneNumberId}`);
  return row && opened(scope, row);
};

export const allAccounts = async (scope: Scope): Promise<Account[]> => {
  const rows = await scope.sql.rows<Account>(sql`${select} order by connection_id`);
  return rows.map((row) => opened(scope, row));
};

export const isComplete = ({ phoneNumberId, wabaId, token, appSecret, verifyToken }: Account): boolean =>
  [phoneNumberId, wabaId, token, appSecret, verifyToken].every((value) => value !== '');

/** Creates or changes the account; absent secrets are unchanged. */
export const saveAccount = async (scope: Scope, connectionId: number, change: Partial<AccountForm>): Promise<void> => {
  const { phoneNumberId, wabaId, graphVersion } = change;
  const sealed = (field: 'token' | 'appSecret' | 'verifyToken'): string | null => {
    const text = change[field];
    return text === undefined ? null : seal(scope, connectionId, field, text);
  };
  const [token, appSecret, verifyToken] = [sealed('token'), sealed('appSecret'), sealed('verifyToken')];
  await scope.tx(async (inner) => {
    if (phoneNumberId) {
      const taken = await inner.sql.one(
        sql`select 1 as found from channel_whatsapp_cloud.account
             where phone_number_id = ${phoneNumberId} and connection_id <> ${connectionId}`,
      );
      if (taken) throw invalid({ phoneNumberId: 'ERR_CLOUD_NUMBER_TAKEN' });
    }
    await inner.sql.run(
      sql`insert into channel_whatsapp_cloud.account (connection_id, graph_version) values (${connectionId}, ${defaultVersion})
          on conflict do nothing`,
    );
    // After a change of the number or the verify token Meta’s verification of the old one is void.
    await inner.sql.run(
      sql`update channel_whatsapp_cloud.account
             set verified_at = case when ${verifyToken}::text is null then verified_at end,
                 display_number = case when phone_number_id = coalesce(${phoneNumberId ?? null}::text, phone_number_id) then display_number else '' end,
                 verified_name = case when phone_number_id = coalesce(${phoneNumberId ?? null}::text, phone_number_id) then verified_name else '' end,
                 phone_number_id = coalesce(${phoneNumberId ?? null}::text, phone_number_id),
                 waba_id = coalesce(${wabaId ?? null}::text, waba_id),
                 graph_version = coalesce(${graphVersion ?? null}::text, graph_version),
                 token = coalesce(${token}::text, token), app_secret = coalesce(${appSecret}::text, app_secret),
                 verify_token = coalesce(${verifyToken}::text, verify_token)
           where connection_id = ${connectionId}`,
    );
  });
};

/** Stores Meta’s data of the account itself. */
export const storeAccountData = async (
  scope: Scope,
  connectionId: number,
  { trouble, displayNumber, verifiedName }: Partial<Pick<Account, 'trouble' | 'displayNumber' | 'verifiedName'>>,
): Promise<void> => {
  await scope.sql.run(
    sql`update channel_whatsapp_cloud.account
           set trouble = coalesce(${trouble ?? null}::text, trouble),
               display_number = coalesce(${displayNumber ?? null}::text, display_number),
               verified_name = coalesce(${verifiedName ?? null}::text, verified_name)
         where connection_id = ${connectionId}`,
  );
};

/** Stores that Meta verified the webhook’s address. */
export const storeVerified = (scope: Scope, connectionId: number): Promise<number> =>
  scope.sql.run(
    sql`update channel_whatsapp_cloud.account set verified_at = now() where connection_id = ${connectionId}`,
  );
/** Stores the time of a signed call, to the minute, to avoid a write per message. */
export const storeLastCall = (scope: Scope, connectionId: number): Promise<number> =>
  scope.sql.run(
    sql`update channel_whatsapp_cloud.account set last_call_at = now()
         where connection_id = ${connectionId} and (last_call_at is null or last_call_at < now() - interval '1 minute')`,
  );

const prefix = 'connection:';
/** The reference of the webhook’s public address. */
export const addressRef = (connectionId: number): string => `${prefix}${connectionId}`;
export const connectionIdOf = (ref: string): number => Number(ref.slice(prefix.length));

export const accountView = async (scope: Scope, connectionId: number): Promise<AccountView> => {
  const account = await scope.sql.one<Account>(sql`${select} where connection_id = ${connectionId}`);
  const address = await scope.addresses.issue(addressRef(connectionId));
  return {
    connectionId,
    phoneNumberId: account?.phoneNumberId ?? '',
    wabaId: account?.wabaId ?? '',
    graphVersion: account?.graphVersion ?? defaultVersion,
    has: {
      token: (account?.token ?? '') !== '',
      appSecret: (account?.appSecret ?? '') !== '',
      verifyToken: (account?.verifyToken ?? '') !== '',
    },
    webhookPath: `/api/whatsapp-cloud/${address}/webhook`,
    verifiedAt: account?.verifiedAt?.toISOString() ?? null,
    lastCallAt: account?.lastCallAt?.toISOString() ?? null,
    displayNumber: account?.displayNumber ?? '',
    verifiedName: account?.verifiedName ?? '',
    trouble: account?.trouble ?? '',
  };
};
