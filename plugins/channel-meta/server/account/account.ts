import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { isMetaChannel, type MetaChannel, type Via } from '../../contract.ts';
import { appOf, type MetaApp } from '../app/app.ts';
import type { Credentials } from '../graph/graph.ts';
import { openToken, sealToken } from './seal.ts';

/** A page or Instagram account, with its decrypted token: it never leaves the server. */
export interface Account {
  connectionId: number;
  channel: MetaChannel;
  via: Via;
  /** '' for an account without a page. */
  pageId: string;
  igId: string;
  name: string;
  username: string;
  token: string;
  issuedAt: Date;
  expiresAt: Date | null;
  scopes: string[];
  connectedAs: string;
  personId: string;
  ownApp: boolean;
  /** Origin of the product, for links to files; '' if it is not known. */
  site: string;
  trouble: string;
  heardAt: Date | null;
  /** Comments on its posts are received. */
  hasComments: boolean;
  /** Meta refused the subscription to comments. */
  commentsRefused: boolean;
}
/** An account with the app by which it was connected. */
export interface ReadyAccount extends Account, Omit<Credentials, 'via'> {
  app: MetaApp;
}

const select = sql`select connection_id as "connectionId", channel, via, page_id as "pageId", ig_id as "igId", name, username, token,
    issued_at as "issuedAt", expires_at as "expiresAt", scopes, connected_as as "connectedAs", person_id as "personId",
    own_app as "ownApp", site, trouble, heard_at as "heardAt", has_comments as "hasComments",
    comments_refused as "commentsRefused" from channel_meta.account`;

const opened = (scope: Scope, row: Account): Account => ({
  ...row,
  token: openToken(scope, row.connectionId, row.token),
});

/** Returns the id by which Meta names the account in events, and within which ids of people are unique. */
export const idAtMeta = ({ channel, pageId, igId }: Pick<Account, 'channel' | 'pageId' | 'igId'>): string =>
  channel === 'instagram' ? igId : pageId;

/** Returns the node of the Graph API that stands for the account: the page, or the account that logged in. */
export const nodeOf = ({ pageId, via }: Pick<Account, 'pageId' | 'via'>): string =>
  via === 'instagram' ? 'me' : pageId;

/** Returns a connection of these channels and company. Throws ERR_NO_WAPP_FOUND. */
export const metaConnection = async (scope: Scope, id: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(id);
  if (!connection || !isMetaChannel(connection.channel)) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};

export const findAccount = async (scope: Scope, connectionId: number): Promise<Account | undefined> => {
  const row = await scope.sql.one<Account>(sql`${select} where connection_id = ${connectionId}`);
  return row && opened(scope, row);
};

/** Returns the accounts of these connections, for the events of one call. */
export const accountsOfConnections = async (scope: Scope, ids: readonly number[]): Promise<Account[]> =>
  (await scope.sql.rows<Account>(sql`${select} where connection_id = any(${[...ids]}::int[])`)).map((row) =>
    opened(scope, row),
  );

export const allAccounts = async (scope: Scope): Promise<Account[]> =>
  (await scope.sql.rows<Account>(sql`${select} order by connection_id`)).map((row) => opened(scope, row));

/** Adds the app to an account; undefined without a token or an app. */
export const withApp = async (scope: Scope, account: Account | undefined): Promise<ReadyAccount | undefined> => {
  const app = account && account.token !== '' ? await appOf(scope, account) : undefined;
  return account && app && { ...account, app, appSecret: app.appSecret };
};

export type NewAccount = Omit<Account, 'trouble' | 'heardAt' | 'issuedAt' | 'hasComments' | 'commentsRefused'>;

/** Creates the account of a connection, or replaces its token. A second connection of the same account fails with 23505. */
export const saveAccount = (scope: Scope, account: NewAccount): Promise<number> => {
  const { connectionId, channel, via, pageId, igId, name, username, token, expiresAt, scopes } = account;
  const sealed = sealToken(scope, connectionId, token);
  return scope.sql.run(
    sql`insert into channel_meta.account (connection_id, channel, via, page_id, ig_id, name, username, token, expires_at, scopes,
                                          connected_as, person_id, own_app, site)
        values (${connectionId}, ${channel}, ${via}, ${pageId}, ${igId}, ${name}, ${username}, ${sealed}, ${expiresAt}::timestamptz,
                ${[...scopes]}::text[], ${account.connectedAs}, ${account.personId}, ${account.ownApp}, ${account.site})
        on conflict (company_id, connection_id) do update
           set via = excluded.via, page_id = excluded.page_id, ig_id = excluded.ig_id, name = excluded.name, username = excluded.username,
               token = excluded.token, issued_at = now(), expires_at = excluded.expires_at, scopes = excluded.scopes,
               connected_as = excluded.connected_as, person_id = excluded.person_id, own_app = excluded.own_app, site = excluded.site, trouble = ''`,
  );
};

/** Replaces a token that was renewed in time. */
export const storeRenewed = (scope: Scope, connectionId: number, token: string, expiresAt: Date): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.account set token = ${sealToken(scope, connectionId, token)}, issued_at = now(), expires_at = ${expiresAt}
         where connection_id = ${connectionId}`,
  );

export const storeTrouble = (scope: Scope, connectionId: number, trouble: string): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.account set trouble = ${trouble} where connection_id = ${connectionId} and trouble <> ${trouble}`,
  );

export const storeComments = (scope: Scope, connectionId: number, isOn: boolean): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.account set has_comments = ${isOn}, comments_refused = false where connection_id = ${connectionId}`,
  );
export const storeCommentsRefused = (scope: Scope, connectionId: number, isRefused: boolean): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.account set comments_refused = ${isRefused}
         where connection_id = ${connectionId} and comments_refused <> ${isRefused}`,
  );

/** Stores the time of a signed call, to the minute, to avoid a write per message. */
export const storeHeard = (scope: Scope, connectionIds: readonly number[]): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.account set heard_at = now()
         where connection_id = any(${[...connectionIds]}::int[]) and (heard_at is null or heard_at < now() - interval '1 minute')`,
  );

/** Deletes the token: after the person withdrew the permission at Meta. */
export const forgetToken = (scope: Scope, connectionId: number): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.account set token = '', connected_as = '', person_id = '', trouble = 'removed'
         where connection_id = ${connectionId}`,
  );
