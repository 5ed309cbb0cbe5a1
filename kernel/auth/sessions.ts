import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { sessionsEnded } from '@balcao/sdk/server';
import type { CurrentUser, Log } from '@balcao/sdk/server';
import type { Emit, Signals } from '../tenants/ports.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { noSession, sessionOver } from './access-token.ts';
import type { AccessClaims } from './access-token.ts';
import { sign } from './derived-keys.ts';

/**
 * Reason why a session ended: a login elsewhere, a logout, a reused refresh token, a changed or removed account, a
 * company switched off, somebody who ended it from the list, or its time limit.
 */
export type EndReason =
  'elsewhere' | 'logout' | 'reuse' | 'password' | 'changed' | 'removed' | 'company' | 'refused' | 'revoked' | 'expired';

export interface SessionEnded {
  companyId: number;
  userId: number;
  sessionId: string;
  reason: EndReason;
}

export type EndSessions = (
  client: PoolClient,
  owner: { companyId: number; userId?: number; sessionId?: string },
  reason: EndReason,
) => Promise<() => Promise<void>>;

export interface Device {
  ip: string;
  userAgent: string;
}

/** Sessions that one transaction ends as expired. */
const perPass = 500;

interface SessionsOptions {
  owner: Pool;
  signals: Signals;
  log: Log;
  emit: Emit;
  /** Key that derives each refresh token from the one before. */
  key: Buffer;
  onSessionEnded(ended: SessionEnded): void;
  onSessionMoved?(sessionId: string): void;
  /** Seconds during which a replaced refresh token still gets its successor: see `defaultGraceSeconds`. */
  graceSeconds?: number;
  life?: SessionLifetime;
}

/** Lifetime of a session, in seconds. */
export interface SessionLifetime {
  /** Lifetime without any use. Browsers request the next token with their first call in every 15 minutes. */
  idle: number;
  /** Lifetime from the login on, however much it is used. */
  whole: number;
}

type Rotation = { token: string; userId: number; companyId: number; sessionId: string };
/** Company that a session works in: the person's own, or one that a super user impersonates. */
interface SessionLocation {
  user: CurrentUser;
  home: number;
  company: number;
}
interface Seen {
  at: number;
  userId: number;
  place: Promise<SessionLocation | undefined>;
}

/**
 * Two tabs refresh at the same moment, or a browser repeats a request whose answer was lost. The answers of a whole
 * office are lost when the database or the last node restarts, which takes longer than ten seconds on a busy machine.
 */
const defaultGraceSeconds = 60;
const channel = 'kernel_session';
const day = 86_400;
export const defaultLifetime: SessionLifetime = { idle: 7 * day, whole: 30 * day };
/** Lifetime of a node's cached session, in milliseconds. An end of the session usually arrives earlier, by message. */
const cacheMs = 15_000;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Sessions and their refresh tokens. The next token is derived from the current one with a key that only the server
 * has: the database stores only hashes, and yet two tabs that refresh at the same time can get the same successor.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #seen = new Map<string, Seen>();
  #unlisten: (() => Promise<void>) | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get #lifetime(): SessionLifetime {
    return this.#options.life ?? defaultLifetime;
  }

  async start(): Promise<void> {
    this.#unlisten = await this.#options.signals.listen(channel, (payload) => this.#forget(payload), {
      onReconnect: () => this.#seen.clear(),
    });
  }

  async stop(): Promise<void> {
    await this.#unlisten?.();
  }

  /**
   * Begins a session and ends the person's earlier ones, so that only one is live. `announce` is called after the
   * commit.
   */
  async begin(
    client: PoolClient,
    user: { id: number; companyId: number },
    device: Device,
  ): Promise<{ sessionId: string; token: string; isNewDevice: boolean; announce: () => Promise<void> }> {
    await client.query(`select from kernel."user" where id = $1 for no key update`, [user.id]);
    const { rows } = await client.query<{ known: boolean; before: boolean }>(
      `select coalesce(bool_or(user_agent = $2), false) as known, count(*) > 0 as before from kernel.session where user_id = $1`,
      [user.id, storable(device.userAgent)],
    );
    // The first sign-in of all needs no notification.
    const isNewDevice = rows[0]?.before === true && !rows[0].known;
    const announce = await this.end(client, { companyId: user.companyId, userId: user.id }, 'elsewhere');
    const sessionId = randomUUID();
    const token = randomBytes(32).toString('base64url');
    await client.query(
      `insert into kernel.session (id, company_id, user_id, ip, user_agent, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [
        sessionId,
        user.companyId,
        user.id,
        device.ip,
        storable(device.userAgent),
        Math.min(this.#lifetime.idle, this.#lifetime.whole),
      ],
    );
    await this.#store(client, user.companyId, sessionId, token);
    return { sessionId, token, isNewDevice, announce };
  }

  /**
   * Returns the next refresh token, or throws 401. A token that was replaced longer ago than the grace period was
   * stolen, or its thief has the current one: it ends the session.
   */
  async rotate(token: string, device: Device): Promise<Rotation> {
    const outcome = await inTransaction(this.#options.owner, (client) => this.#rotateIn(client, token, device));
    if ('token' in outcome) return outcome;
    await outcome.announce?.();
    throw noSession(outcome.reason ? { reason: outcome.reason } : undefined);
  }

  /** Returns the owner of the session, or throws 403 when it has ended. */
  async userOf(claims: Pick<AccessClaims, 'sessionId' | 'userId'>): Promise<CurrentUser> {
    return (await this.locate(claims)).user;
  }

  /** Returns the company of the session, or throws 403 when it has ended. */
  async locate({ sessionId, userId }: Pick<AccessClaims, 'sessionId' | 'userId'>): Promise<SessionLocation> {
    const seen = this.#seen.get(sessionId);
    const fresh = seen && Date.now() - seen.at < cacheMs ? seen : this.#read(sessionId, userId);
    const place = await fresh.place.catch((error: unknown) => {
      this.#seen.delete(sessionId);
      throw error;
    });
    if (!place) throw sessionOver();
    return place;
  }

  /** Returns which of these sessions have ended or do not exist. */
  async endedOf(sessionIds: readonly string[]): Promise<string[]> {
    const { rows } = await this.#options.owner.query<{ id: string }>(
      `select id from unnest($1::uuid[]) as open (id)
        where not exists (select from kernel.session s where s.id = open.id and s.ended_at is null)`,
      [sessionIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Announces that the session is in another company; tokens for the former are refused on every node. */
  async moved(sessionId: string): Promise<void> {
    await this.#announce(`session:${sessionId}`);
    this.#options.onSessionMoved?.(sessionId);
  }

  /**
   * Ends sessions in the caller's transaction. The returned function announces it to every node, once that is
   * committed.
   */
  readonly end: EndSessions = async (client, { companyId, userId, sessionId }, reason) => {
    // Pending logins were begun with a password or account that is not valid any more.
    if (sessionId === undefined && reason !== 'elsewhere')
      await client.query(`delete from kernel.login_step where company_id = $1 and ($2::int is null or user_id = $2)`, [
        companyId,
        userId ?? null,
      ]);
    const { rows } = await client.query<{ id: string; user_id: number }>(
      `update kernel.session set ended_at = now(), ended_reason = $4
        where company_id = $1 and ($2::int is null or user_id = $2) and ($3::uuid is null or id = $3) and ended_at is null
        returning id, user_id`,
      [companyId, userId ?? null, sessionId ?? null, reason],
    );
    // A removed person receives nothing more anyway.
    if (userId === undefined)
      // A company that is switched off, and may be switched on again.
      for (const person of new Set(rows.map((row) => row.user_id)))
        await this.#emitEnd(client, companyId, person, null);
    else if (!['elsewhere', 'removed'].includes(reason) && (rows.length > 0 || sessionId === undefined))
      await this.#emitEnd(client, companyId, userId, sessionId ?? null);
    return async () => {
      for (const row of rows) {
        await this.#announce(`session:${row.id}`);
        this.#options.onSessionEnded({ companyId, userId: row.user_id, sessionId: row.id, reason });
      }
    };
  };

  /** Tells plugins that all sessions of a person were ended except one, of which all others ended before. */
  async othersEnded(companyId: number, userId: number): Promise<void> {
    await inTransaction(this.#options.owner, (client) => this.#emitEnd(client, companyId, userId, null));
  }

  #emitEnd(client: PoolClient, companyId: number, userId: number, sessionId: string | null): Promise<void> {
    return this.#options.emit(companyId, sessionsEnded, `user:${userId}`, { userId, sessionId }, client);
  }

  async endNow(owner: { companyId: number; userId?: number; sessionId?: string }, reason: EndReason): Promise<void> {
    const announce = await inTransaction(this.#options.owner, (client) => this.end(client, owner, reason));
    await announce();
  }

  /** Drops the cached person on all nodes, after a change of name, e-mail or profile. */
  userChanged(userId: number): Promise<void> {
    return this.#announce(`user:${userId}`);
  }

  /**
   * Ends sessions that nobody used for long, so that a window left open receives nothing more. Old tokens stay for a
   * week so that their reuse is detected, ended sessions for a month so that a new device is recognised as new.
   */
  async tidy(): Promise<void> {
    const { owner } = this.#options;
    for (;;) {
      const expired = await inTransaction(owner, async (client) => {
        const { rows } = await client.query<SessionEnded>(
          `update kernel.session set ended_at = expires_at, ended_reason = 'expired'
            where id in (select id from kernel.session where ended_at is null and expires_at <= now()
                          limit ${perPass} for update skip locked)
            returning company_id as "companyId", user_id as "userId", id as "sessionId", ended_reason as reason`,
        );
        for (const over of rows) await this.#emitEnd(client, over.companyId, over.userId, over.sessionId);
        return rows;
      });
      for (const over of expired) {
        await this.#announce(`session:${over.sessionId}`);
        this.#options.onSessionEnded(over);
      }
      if (expired.length < perPass) break;
    }
    await owner.query(`delete from kernel.session_token where replaced_at < now() - interval '7 days'`);
    await owner.query(`delete from kernel.session where ended_at < now() - interval '30 days'`);
  }

  async #rotateIn(
    client: PoolClient,
    token: string,
    device: Device,
  ): Promise<Rotation | { reason?: EndReason; announce?: () => Promise<void> }> {
    const { rows } = await client.query<{
      id: string;
      company_id: number;
      user_id: number;
      reason: EndReason | null;
      over: boolean;
    }>(
      `select s.id, s.company_id, s.user_id, s.ended_reason as reason, s.ended_at is not null or s.expires_at <= now() or s.created_at + make_interval(secs => $2) <= now() as over
         from kernel.session s join kernel.session_token t on t.company_id = s.company_id and t.session_id = s.id
         join kernel.company c on c.id = s.company_id and c.status
        where t.hash = $1 for update of s`,
      [hashOf(token), this.#lifetime.whole],
    );
    const session = rows[0];
    if (!session) return {};
    if (session.over) return session.reason ? { reason: session.reason } : {};

    const current = await this.#currentAfter(client, token);
    const owner = { userId: session.user_id, companyId: session.company_id, sessionId: session.id };
    if (current === undefined) return { reason: 'reuse', announce: await this.end(client, owner, 'reuse') };
    if (current !== token) return { token: current, ...owner };

    const next = this.#after(token);
    await client.query(`update kernel.session_token set replaced_at = clock_timestamp() where hash = $1`, [
      hashOf(token),
    ]);
    await this.#store(client, session.company_id, session.id, next);
    await client.query(
      `update kernel.session set last_used_at = now(), ip = $3, user_agent = $4,
         expires_at = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $5))
        where id = $1`,
      [session.id, this.#lifetime.idle, device.ip, storable(device.userAgent), this.#lifetime.whole],
    );
    return { token: next, ...owner };
  }

  /**
   * Returns the current token of the session when `token` is that or was replaced within the grace period; otherwise
   * undefined.
   */
  async #currentAfter(client: PoolClient, token: string): Promise<string | undefined> {
    let candidate = token;
    for (;;) {
      // The clock is read now, because the transaction may have waited for the one of the other tab.
      const { rows } = await client.query<{ replaced: boolean; recently: boolean }>(
        `select replaced_at is not null as replaced,
                coalesce(replaced_at > clock_timestamp() - make_interval(secs => $2), false) as recently
           from kernel.session_token where hash = $1`,
        [hashOf(candidate), this.#options.graceSeconds ?? defaultGraceSeconds],
      );
      const row = rows[0];
      if (row && !row.replaced) return candidate;
      if (!row?.recently) return undefined;
      candidate = this.#after(candidate);
    }
  }

  #after(token: string): string {
    return sign(this.#options.key, token).toString('base64url');
  }

  async #store(client: PoolClient, companyId: number, sessionId: string, token: string): Promise<void> {
    await client.query(`insert into kernel.session_token (hash, company_id, session_id) values ($1, $2, $3)`, [
      hashOf(token),
      companyId,
      sessionId,
    ]);
  }

  #read(sessionId: string, userId: number): Seen {
    const place = this.#options.owner
      .query<CurrentUser & { home: number; company: number }>(
        `select u.id, u.name, u.email, u.profile, u.super, s.company_id as home,
                case when u.super then coalesce(s.visited_company_id, s.company_id) else s.company_id end as company
           from kernel.session s join kernel."user" u on u.company_id = s.company_id and u.id = s.user_id
          where s.id = $1 and u.id = $2 and s.ended_at is null and s.expires_at > now()`,
        [sessionId, userId],
      )
      .then(({ rows: [row] }): SessionLocation | undefined => {
        if (!row) return undefined;
        const { home, company, ...user } = row;
        return { user: home === company ? user : { ...user, impersonating: true }, home, company };
      });
    const seen = { at: Date.now(), userId, place };
    if (this.#seen.size >= 20_000) this.#seen.clear();
    this.#seen.set(sessionId, seen);
    return seen;
  }

  async #announce(payload: string): Promise<void> {
    this.#forget(payload);
    await this.#options.signals.notify(channel, payload).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'session change could not be announced to other nodes');
    });
  }

  #forget(payload: string): void {
    const [what, id] = payload.split(':');
    if (what === 'session' && id) this.#seen.delete(id);
    if (what === 'user') for (const [key, { userId }] of this.#seen) if (userId === Number(id)) this.#seen.delete(key);
  }
}

const storable = (userAgent: string): string => userAgent.replaceAll('\0', '').slice(0, 400);
