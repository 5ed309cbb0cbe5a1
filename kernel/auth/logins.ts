import type { Pool } from 'pg';
import { AppError, forbidden } from '@balcao/sdk/server';
import type { Company, CurrentUser, Log, Profile } from '@balcao/sdk/server';
import type { KnownCompany, Tenants } from '../tenants/tenants.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { noSession, sessionOver } from './access-token.ts';
import type { AccessTokens } from './access-token.ts';
import { ofAddress } from './attempts.ts';
import type { Attempts, Limit } from './attempts.ts';
import type { Session } from './kernel-route.ts';
import type { Passwords } from './passwords.ts';
import type { Device, Sessions } from './sessions.ts';
import type { SignedInUser, SignedInUsers } from './signed-in-user.ts';

interface LoginsOptions {
  owner: Pool;
  log: Log;
  tenants: Tenants;
  passwords: Passwords;
  attempts: Attempts;
  sessions: Sessions;
  tokens: AccessTokens;
  signedIn: SignedInUsers;
  /** Asked after the password was right and the company is on: the code of the first plugin that refuses. */
  loginRefusal(user: CurrentUser, company: Company): Promise<{ code: string } | undefined>;
}

export interface SignedIn {
  /** For the cookie; never in a body. */
  refreshToken: string;
  answer: { token: string; tokenPublicDir: string; user: SignedInUser };
}

/**
 * Failed tries: one address may hold an office, one account is tried by one person. An account alone may be tried more
 * often, or anybody could lock somebody else out from afar.
 */
const limits = (email: string, ip: string): Limit[] => [
  { name: 'login-ip', of: ofAddress(ip), most: 60, seconds: 900 },
  { name: 'login-email-ip', of: `${emailKey(email)} ${ofAddress(ip)}`, most: 10, seconds: 900 },
  { name: 'login-email', of: emailKey(email), most: 100, seconds: 900 },
];
/** Those that stand for one person: forgiven to whoever proved to be that person another way. */
export const loginLimitsOf = (email: string, ip: string): Limit[] => limits(email, ip).slice(1);
const emailKey = (email: string): string => email.trim().toLowerCase();

/** Logging in, refreshing, logging out, and telling who a request comes from. */
export class Logins {
  readonly #options: LoginsOptions;

  constructor(options: LoginsOptions) {
    this.#options = options;
  }

  async logIn(email: string, password: string, device: Device): Promise<SignedIn> {
    const { owner, attempts, passwords, sessions, tenants } = this.#options;
    const counted = limits(email, device.ip);
    await attempts.take(counted);
    const { rows } = await owner.query<CurrentUser & { companyId: number; passwordHash: string; profile: Profile }>(
      `select id, company_id as "companyId", name, email, profile, super, password_hash as "passwordHash"
         from kernel."user" where email_key = lower(btrim($1))`,
      [email],
    );
    const found = rows[0];
    // The same work and the same answer whether the address exists or the password is wrong.
    if (!(await passwords.matches(password, found?.passwordHash)) || !found)
      throw new AppError(401, 'ERR_INVALID_CREDENTIALS');
    await attempts.forgive(counted);

    const { companyId, passwordHash: _secret, ...user } = found;
    const company = tenants.company(companyId);
    if (!company?.status) throw forbidden('ERR_COMPANY_INACTIVE');
    const refusal = await this.#options.loginRefusal(user, company);
    if (refusal) throw forbidden(refusal.code);

    const begun = await inTransaction(owner, (client) => sessions.begin(client, { id: user.id, companyId }, device));
    await begun.announce();
    return this.#answer({ userId: user.id, companyId, sessionId: begun.sessionId }, begun.token);
  }

  async refresh(token: string | undefined, device: Device): Promise<SignedIn> {
    if (!token || token.length > 200) throw noSession();
    const { sessions, tenants } = this.#options;
    const rotated = await sessions.rotate(token, device);
    const { userId, companyId, sessionId } = rotated;
    const company = tenants.company(companyId);
    if (!company?.status) throw noSession();
    // What would refuse a login ends a session too, or nobody who stays signed in would ever be asked.
    const refusal = await this.#options.loginRefusal(await sessions.userOf(rotated), company);
    if (refusal) {
      await sessions.endNow({ companyId, userId, sessionId }, 'refused');
      throw new AppError(401, refusal.code);
    }
    return this.#answer(rotated, rotated.token);
  }

  logOut({ companyId, userId, id }: Session): Promise<void> {
    return this.#options.sessions.endNow({ companyId, userId, sessionId: id }, 'logout');
  }

  /**
   * Who a request or socket comes from, by its access token. No token, a garbled or a forged one: 401. Expired, or of
   * a session that has ended: 403. Both ERR_SESSION_EXPIRED.
   */
  async authenticate(
    token: string | undefined,
  ): Promise<{ session: Session; user: CurrentUser; company: KnownCompany }> {
    const claims = await this.#options.tokens.read(token);
    const user = await this.#options.sessions.userOf(claims);
    const company = this.#options.tenants.company(claims.companyId);
    if (!company?.status) throw sessionOver();
    return { session: { id: claims.sessionId, userId: user.id, companyId: company.id }, user, company };
  }

  /** The same, from an `Authorization: Bearer …` header. */
  authenticateHeader(authorization: string | undefined): ReturnType<Logins['authenticate']> {
    return this.authenticate(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]);
  }

  async #answer(
    session: { userId: number; companyId: number; sessionId: string },
    refreshToken: string,
  ): Promise<SignedIn> {
    const { user, tokenPublicDir } = await this.#options.signedIn.describe(session.companyId, session.userId);
    const token = await this.#options.tokens.issue({ ...session, profile: user.profile, super: user.super });
    return { refreshToken, answer: { token, tokenPublicDir, user } };
  }
}
