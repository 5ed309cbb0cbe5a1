import { randomBytes } from 'node:crypto';
import { notFound, sql, type Scope } from '@balcao/sdk/server';
import type { Via } from '../../contract.ts';
import type { LoginResult } from './pages.ts';

/** A login that has returned: its pages can be chosen for half an hour. */
export interface Login extends LoginResult {
  id: string;
  via: Via;
  ownApp: boolean;
  /** Origin of the product, as the person’s browser sees it; '' if it is not known. */
  site: string;
}
export interface StartedLogin {
  id: string;
  redirectUri: string;
  ownApp: boolean;
  via: Via;
}

const sealedAs = (id: string): string => `login:${id}`;

/** Starts a login; the id is the unguessable state that Meta returns. */
export const startLogin = async (
  scope: Scope,
  userId: number,
  { redirectUri, ownApp, via }: Omit<StartedLogin, 'id'>,
): Promise<string> => {
  const id = randomBytes(24).toString('base64url');
  await scope.sql.run(
    sql`insert into channel_meta.login (id, user_id, redirect_uri, own_app, via) values (${id}, ${userId}, ${redirectUri}, ${ownApp}, ${via})`,
  );
  return id;
};

/** Takes a started login once: only for the person who started it, within ten minutes. */
export const takeStarted = async (scope: Scope, userId: number, id: string): Promise<StartedLogin> => {
  const row = await scope.sql.one<StartedLogin>(
    sql`update channel_meta.login set pages = 'taken'
         where id = ${id} and user_id = ${userId} and pages = '' and created_at > now() - interval '10 minutes'
        returning id, redirect_uri as "redirectUri", own_app as "ownApp", via`,
  );
  if (!row) throw notFound('ERR_META_LOGIN_OVER');
  return row;
};

export const storePages = (scope: Scope, id: string, result: LoginResult): Promise<number> =>
  scope.sql.run(
    sql`update channel_meta.login set pages = ${scope.secrets.box.seal(JSON.stringify(result), sealedAs(id))} where id = ${id}`,
  );

export const findLogin = async (scope: Scope, userId: number, id: string): Promise<Login> => {
  const row = await scope.sql.one<{ pages: string; ownApp: boolean; redirectUri: string; via: Via }>(
    sql`select pages, own_app as "ownApp", redirect_uri as "redirectUri", via from channel_meta.login
         where id = ${id} and user_id = ${userId} and created_at > now() - interval '40 minutes'`,
  );
  const text = row && scope.secrets.box.open(row.pages, sealedAs(id));
  if (!row || text === undefined) throw notFound('ERR_META_LOGIN_OVER');
  const site = URL.canParse(row.redirectUri) ? new URL(row.redirectUri).origin : '';
  return { ...(JSON.parse(text) as LoginResult), id, via: row.via, ownApp: row.ownApp, site };
};

export const deleteOldLogins = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`delete from channel_meta.login where created_at < now() - interval '1 hour'`);
