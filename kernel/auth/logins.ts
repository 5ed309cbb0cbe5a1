import type { Pool } from 'pg';
import { AppError, forbidden, signedIn, networkOf } from '@balcao/sdk/server';
import type { Company, CurrentUser, Language, Log } from '@balcao/sdk/server';
import type { AuditRecords } from '../audit/audit-log.ts';
import type { Emit } from '../tenants/ports.ts';
import type { CachedCompany, Tenants } from '../tenants/tenants.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { noSession, sessionOver } from './access-token.ts';
import type { AccessTokens } from './access-token.ts';
import type { Attempts, Limit } from './attempts.ts';
import type { Session } from './kernel-route.ts';
import type { MediaTokens } from './media-token.ts';
import type { LoginSteps, PendingStep } from './login-steps.ts';
import type { Passwords } from './passwords.ts';
import type { Device, Sessions } from './sessions.ts';
import type { SignedInUser, SignedInUsers } from './signed-in-user.ts';

interface LoginsOptions {
  /** Connections as the owner of the tables, which sees all companies: a login does not know its company yet. */
  owner: Pool;
  log: Log;
  tenants: Tenants;
  passwords: Passwords;
  attempts: Attempts;
  sessions: Sessions;
  tokens: AccessTokens;
  mediaTokens: MediaTokens;
  steps: LoginSteps;
  records: AuditRecords;
  emit: Emit;
  signedIn: SignedInUsers;
  /**
   * Asks the plugins whether a person may sign in, after the right password and at every refresh. Returns the code of
   * the first plugin that refuses.
   */
  loginRefusal(user: CurrentUser, company: Company): Promise<{ code: string } | undefined>;
}

export interface SignedIn {
  /** Refresh token for the cookie; never in a body. */
  refreshToken: string;
  answer: { token: string; tokenPublicDir: string; user: SignedInUser };
}

/** A login that needs more than the password. */
export interface Waiting {
  step: PendingStep;
}

interface Found extends CurrentUser {
  /** The home company: the one of the account, whichever company a super user impersonates. */
  companyId: number;
  passwordHash: string;
}
const columns = `id, company_id as "companyId", name, email, profile, super, password_hash as "passwordHash"`;

/**
 * Limits of failed attempts. Many people may share one network address, while one account is used by one person. The
 * limit of an account alone is higher, or anybody could lock somebody out from elsewhere.
 */
const limits = (email: string, ip: string, device?: string): Limit[] => {
  const byNetwork = { name: 'login-ip', of: networkOf(ip), max: 60, seconds: 900 };
  // On a known device the attempts of that device count instead of those for the account, so that guesses elsewhere do
  // not lock the person out. Those of the network address count always.
  if (device !== undefined)
    return [byNetwork, { name: 'login-device', of: `${emailKey(email)} ${device}`, max: 10, seconds: 900 }];
  return [byNetwork, ...limitsOfUnknownDevices(email, ip)];
};
const limitsOfUnknownDevices = (email: string, ip: string): Limit[] => [
  { name: 'login-email-ip', of: `${emailKey(email)} ${networkOf(ip)}`, max: 10, seconds: 900 },
  { name: 'login-email', of: emailKey(email), max: 100, seconds: 900 },
];
/** The limits of one person, cleared when they are identified in another way. */
export const loginLimitsOf = limitsOfUnknownDevices;
const emailKey = (email: string): string => email.trim().toLowerCase();

/** Login, refresh, logout, and the identification of requests. */
export class Logins {
  readonly #options: LoginsOptions;

  constructor(options: LoginsOptions) {
    this.#options = options;
  }

  /** Logs in. `knownDevice` is the name of a device on which this person signed in before. */
  async logIn(
    email: string,
    password: string,
    device: Device,
    language: Language,
    knownDevice?: string,
  ): Promise<SignedIn | Waiting> {
    const { owner, attempts, passwords, steps } = this.#options;
    const counted = limits(email, device.ip, knownDevice);
    await attempts.count(counted);
    const { rows } = await owner.query<Found>(
      `select ${columns} from kernel."user" where email_key = lower(btrim($1))`,
      [email],
    );
    const found = rows[0];
    const queue = knownDevice === undefined ? { from: networkOf(device.ip) } : {};
    const isRight = await passwords.matches(password, found?.passwordHash, queue).catch(async (error: unknown) => {
      // The password was not checked because the server is busy, so the attempt does not count.
      await attempts.uncount(counted);
      throw error;
    });
    // The work and the answer are the same for an unknown address and a wrong password.
    if (!isRight || !found) {
      // Not awaited: the answer must not take longer for an existing address.
      if (found) this.#auditFailedLogin(found, device);
      throw new AppError(401, 'ERR_INVALID_CREDENTIALS');
    }
    await attempts.uncount(counted);
    const { user, company } = await this.#admitted(found);
    const step = await steps.begin(user, company, language);
    return step ? { step } : this.#begin(found, device);
  }

  /** Answers a step after the password. ERR_LOGIN_STEP_OVER (401) means that the login must begin again. */
  async answerStep(stepToken: string, value: string, device: Device, language: Language): Promise<SignedIn | Waiting> {
    const { owner, steps } = this.#options;
    const waiting = await steps.find(stepToken);
    const read = async (): Promise<Found & { mustChange: boolean }> => {
      const { rows } = await owner.query<Found & { mustChange: boolean }>(
        `select ${columns}, must_change_password as "mustChange" from kernel."user" where id = $1`,
        [waiting.userId],
      );
      if (!rows[0]) throw noSession();
      return rows[0];
    };
    const { mustChange, ...found } = await read();
    const { user, company } = await this.#admitted(found);
    const step = await steps
      .answer(waiting, { value, ip: device.ip }, user, company, language)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.status === 400) this.#auditFailedLogin(found, device);
        throw error;
      });
    if (step) return { step };
    if (!mustChange) return this.#begin(found, device);
    // The password was chosen in this very login, so the person keeps the session.
    const { mustChange: isUnchanged, ...changed } = await read();
    return this.#begin(isUnchanged ? found : changed, device);
  }

  #auditFailedLogin(user: Found, origin: Device): void {
    this.#options.records
      .add({ companyId: user.companyId, user, origin }, { action: 'auth.refused' })
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'refused login could not be audited'));
  }

  /** Checks after the right password whether the company and its plugins admit the person. */
  async #admitted({
    companyId,
    passwordHash: _secret,
    ...user
  }: Found): Promise<{ user: CurrentUser; company: Company }> {
    const company = this.#options.tenants.company(companyId);
    if (!company?.status) throw forbidden('ERR_COMPANY_INACTIVE');
    const refusal = await this.#options.loginRefusal(user, company);
    if (refusal) throw forbidden(refusal.code);
    return { user, company };
  }

  async #begin({ id: userId, companyId, passwordHash, ...user }: Found, device: Device): Promise<SignedIn> {
    const { owner, sessions, emit, records } = this.#options;
    const begun = await inTransaction(owner, async (client) => {
      // If the password was changed in the meantime, the login is refused. The row is updated here because programs
      // that log in open no socket.
      const { rowCount } = await client.query(
        `update kernel."user" set last_online = now() where id = $1 and password_hash = $2`,
        [userId, passwordHash],
      );
      if (rowCount !== 1) throw new AppError(401, 'ERR_INVALID_CREDENTIALS');
      const session = await sessions.begin(client, { id: userId, companyId }, device);
      const { sessionId, isNewDevice } = session;
      const { ip, userAgent } = device;
      await emit(companyId, signedIn, `user:${userId}`, { userId, sessionId, ip, userAgent, isNewDevice }, client);
      return session;
    });
    await records.add({ companyId, user: { id: userId, ...user }, origin: device }, { action: 'auth.signed-in' });
    await begun.announce();
    // Answered in the person's own company, even if a login elsewhere has ended the session by now.
    return this.#answer({ userId, companyId, sessionId: begun.sessionId }, begun.token, companyId);
  }

  async refresh(token: string | undefined, device: Device): Promise<SignedIn> {
    if (!token || token.length > 200) throw noSession();
    const { sessions, tenants } = this.#options;
    const rotated = await sessions.rotate(token, device);
    const { userId, companyId, sessionId } = rotated;
    const company = tenants.company(companyId);
    if (!company?.status) throw noSession();
    // A reason to refuse a login also ends a session; otherwise people who stay signed in would never be checked.
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
   * Identifies the user of a request or socket by its access token. No token, a garbled or a forged one: 401. An
   * expired one, or one of an ended session: 403. Both ERR_SESSION_EXPIRED.
   */
  async authenticate(
    token: string | undefined,
  ): Promise<{ session: Session; user: CurrentUser; company: CachedCompany }> {
    const claims = await this.#options.tokens.read(token);
    const { user, home, company: activeCompanyId } = await this.#options.sessions.locate(claims);
    const company = this.#options.tenants.company(claims.companyId);
    if (!company?.status || company.id !== activeCompanyId) throw sessionOver();
    return { session: { id: claims.sessionId, userId: user.id, companyId: home }, user, company };
  }

  /** Does the same with an `Authorization: Bearer …` header. */
  authenticateHeader(authorization: string | undefined): ReturnType<Logins['authenticate']> {
    return this.authenticate(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]);
  }

  async #answer(
    session: { userId: number; companyId: number; sessionId: string },
    refreshToken: string,
    activeCompanyId?: number,
  ): Promise<SignedIn> {
    const wanted = activeCompanyId ?? (await this.#options.sessions.locate(session)).company;
    // A company that was switched off cannot be impersonated any more.
    const active = this.#options.tenants.company(wanted)?.status ? wanted : session.companyId;
    const user = await this.#options.signedIn.describe(session.companyId, session.userId, active);
    // Tokens name the active company, while `session` names the home company.
    const claims = { ...session, companyId: active, profile: user.profile, super: user.super };
    const token = await this.#options.tokens.issue(claims);
    const tokenPublicDir = this.#options.mediaTokens.issue(claims);
    return { refreshToken, answer: { token, tokenPublicDir, user } };
  }
}
