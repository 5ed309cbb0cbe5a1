import { createHash, randomBytes } from 'node:crypto';
import { sql, type Scope } from '@balcao/sdk/server';

/** A consent that was begun, as the callback finds it. */
export interface StartedLogin {
  userId: number;
  verifier: string;
  redirectUri: string;
  isOwn: boolean;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const random = (): string => randomBytes(32).toString('base64url');

/**
 * Begins a consent. The state names the company, because nobody is signed in when Google leads back; only its hash is
 * stored, and that of the cookie which binds it to this browser.
 */
export const startLogin = async (
  scope: Scope,
  userId: number,
  { redirectUri, isOwn }: Pick<StartedLogin, 'redirectUri' | 'isOwn'>,
): Promise<{ state: string; cookie: string; challenge: string }> => {
  const [state, cookie, verifier] = [`${scope.company.id}.${random()}`, random(), random()];
  const id = hash(state);
  await scope.sql.run(
    sql`insert into google_calendar.login (user_id, id, cookie, verifier, redirect_uri, own_client)
        values (${userId}, ${id}, ${hash(cookie)}, ${scope.secrets.box.seal(verifier, `login:${id}`)}, ${redirectUri}, ${isOwn})`,
  );
  return { state, cookie, challenge: hash(verifier) };
};

/** Returns the company that a state names; undefined: it is none of ours. */
export const companyOfState = (state: string): number | undefined => {
  const [, id] = /^(\d{1,9})\.[\w-]{43}$/.exec(state) ?? [];
  return id === undefined ? undefined : Number(id);
};

/** Takes a begun consent once, within ten minutes, in the browser that began it. */
export const takeLogin = async (scope: Scope, state: string, cookie: string): Promise<StartedLogin | undefined> => {
  const id = hash(state);
  const row = await scope.sql.one<StartedLogin>(
    sql`update google_calendar.login set is_used = true
         where id = ${id} and cookie = ${hash(cookie)} and not is_used and created_at > now() - interval '10 minutes'
        returning user_id as "userId", verifier, redirect_uri as "redirectUri", own_client as "isOwn"`,
  );
  const verifier = row && scope.secrets.box.open(row.verifier, `login:${id}`);
  return row && verifier !== undefined ? { ...row, verifier } : undefined;
};

export const deleteOldLogins = (scope: Scope): Promise<number> =>
  scope.sql.run(sql`delete from google_calendar.login where created_at < now() - interval '1 hour'`);
