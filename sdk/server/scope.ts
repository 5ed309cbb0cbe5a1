import type { EntityManager } from '@mikro-orm/core';
import type { EventRef, JobRef, PointRef, RoomRef, ServiceRef, SessionRef } from '../shared/contract.ts';
import type { Profile } from '../shared/manifest.ts';
import type { AuditEntry } from './audit.ts';
import type { CompanyCache } from './company-cache.ts';
import type { Mail } from './mail.ts';
import type { Sql, SqlRunner } from './sql.ts';
import type { Storage } from './storage.ts';

export interface Company {
  readonly id: number;
  readonly name: string;
  /** IANA name, `America/Sao_Paulo`. */
  readonly timeZone: string;
  readonly language: Language;
  /** Its people may work in a part of the product only, as `companyAccess` says. */
  readonly restriction?: Restriction | null;
}
/** What stays open to people of a company that may not be worked in for now. */
export interface Restriction {
  /** Answers every call that is refused, and the login of whom nothing is open to: `ERR_INVOICE_OVERDUE`. */
  readonly code: string;
  /** Ids of the plugins whose pages, calls and rooms stay open. */
  readonly plugins: readonly string[];
  /** Who holds it may log in and use those; nobody else may log in. */
  readonly permission: string;
}
export type Language = 'pt' | 'en' | 'es';

export interface CurrentUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  /** Administers the platform, not only a company. */
  readonly super: boolean;
  /** A super user who entered the company to help it: no person of the company, whose rows cannot name them. */
  readonly visiting?: boolean;
}

export interface Log {
  debug(context: object, message: string): void;
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}

/** Live messages to browsers. Inside a transaction they wait for the commit, and are dropped with a rollback. */
export interface Rooms {
  /**
   * Keep `data` small (ids and patches, under 8 kB). `also`: rooms that carry messages of this one; whoever is in several
   * of them gets it once.
   */
  emit<P, Q = never>(
    room: RoomRef<P>,
    params: P,
    event: string,
    data: unknown,
    also?: { room: RoomRef<Q>; params: readonly Q[] },
  ): void;
  /** Asks again, on every node, whether those in the room may still be there: call it after changing who may. */
  recheck<P>(room: RoomRef<P>, params: P): void;
  /** The same for every room a person is in: after a change of what the person may see. */
  recheckPerson(userId: number): void;
}

export interface JobOptions {
  /** When; absent: at once. */
  at?: Date;
  /** A second schedule with the same key replaces the first. */
  key?: string;
}
export interface Jobs {
  /**
   * Has the job run at its time, or at once. Inside `scope.tx` it is part of the transaction: it runs after the commit, and
   * not at all when the transaction is undone. (Jobs that lie in MongoDB take no part in transactions.)
   */
  schedule<T>(job: JobRef<T>, data: T, options?: JobOptions): Promise<void>;
  /** Removes the waiting job that was scheduled with this key; inside `scope.tx` with its commit. */
  cancel<T>(job: JobRef<T>, key: string): Promise<void>;
}

/** Opaque public names for things of one company: the last part of a webhook's or a widget's URL. */
export interface Addresses {
  /** The address of `ref` (made on first call), at least 128 random bits, safe in a URL. */
  issue(ref: string): Promise<string>;
  revoke(ref: string): Promise<void>;
}

/**
 * Tokens by which programs of the company call the plugin's routes with `access: { token }`. Only a hash is kept: a token
 * is shown once, and nobody reads it again.
 * @example
 * const token = await scope.tokens.issue(`key:${id}`);
 * // Later, in a route with access { token: '…' }: request.ref === `key:${id}`, and scope is the company's.
 */
export interface Tokens {
  /** A new one of 30 letters and digits, stored in this scope's transaction. One that `ref` had before ends. */
  issue(ref: string): Promise<string>;
  /** Ends it at once, on every node, with this scope's transaction. */
  revoke(ref: string): Promise<void>;
  /** When each was last used, by ref, to the minute. Absent: never. */
  used(): Promise<ReadonlyMap<string, Date>>;
}

/** What must run on one node at a time, as a live session with a provider: taken over when the node dies. */
export interface Leases {
  /**
   * Wants `name` from now on. `start` runs when this node has it, with a signal that is aborted when it is lost;
   * `end` must have ended what was started when it resolves. Ends by itself when the plugin goes off.
   */
  hold(name: string, session: { start(signal: AbortSignal): Promise<void>; end(): void | Promise<void> }): LeaseHold;
}
export interface LeaseHold {
  readonly isHeld: boolean;
  /** Not wanted here any more: another node may have it at once. */
  release(): Promise<void>;
}

/**
 * Sessions that stay open as long as they are wanted: on one node at a time, taken over within seconds when it dies,
 * ended while the plugin is off. What a session does is declared with `host.session`.
 */
export interface Sessions {
  /** From now on, over restarts of every node. */
  want<Q, A>(session: SessionRef<Q, A>, name: string): Promise<void>;
  /** Not any more. Resolves when it has ended, if it ran on this node; else it ends within seconds. */
  unwant<Q, A>(session: SessionRef<Q, A>, name: string): Promise<void>;
  /**
   * Asks the session, whichever node has it. Question and answer are JSON. What it throws is thrown here with its
   * fields; 503 ERR_SESSION_AWAY while no node has it, and 503 ERR_SESSION_LOST when its node took the question and
   * died, or never answered: what was asked for may have been done.
   */
  ask<Q, A>(session: SessionRef<Q, A>, name: string, question: Q): Promise<A>;
}

/**
 * Secrets of the whole installation that are the plugin's own, the same in every company: a key pair by which other
 * services know this installation. Kept encrypted and never sent anywhere. What a company enters is a setting with
 * `secret: true` instead.
 */
export interface Secrets {
  /**
   * The secret of this name. `make` is called while there is none; of several who ask at the same moment one is kept,
   * and all get that one. It never changes afterwards.
   * @example
   * const keys = JSON.parse(await scope.secrets.once('keys', () => JSON.stringify(makeKeys())));
   */
  once(name: string, make: () => string | Promise<string>): Promise<string>;
  /** A secret that may change, as `set` last wrote it: an account of the installation with a provider. Read each time. */
  get(name: string): Promise<string | undefined>;
  /** For super users' routes. A name is either `once` or `set`, never both. */
  set(name: string, value: string): Promise<void>;
  /** For secrets of single rows, such as the password of one mailbox: see `SealedBox`. */
  readonly box: SealedBox;
}

/**
 * Encrypts what a plugin keeps in its own tables. What is sealed opens only for the same plugin, in the same company, and
 * under the same name: copied into a row of another company, or into another column, it is noise.
 */
export interface SealedBox {
  /**
   * Text to store, about a third longer than what it holds. `name` says what it is, with the row's id where there is one.
   * @example
   * const sealed = scope.secrets.box.seal(password, `mailbox:${connectionId}`);
   */
  seal(text: string, name: string): string;
  /**
   * What was sealed. Undefined when it does not open here: it was sealed under another name, for another company, or with
   * another ENCRYPTION_KEY, or somebody touched it.
   */
  open(sealed: string, name: string): string | undefined;
}

/**
 * Tries, counted in the database so that all nodes share them: of codes, look-ups, mails to strangers. Requests of one
 * caller are counted by a route's `rate` already.
 * @example
 * await scope.attempts.take('code', scope.user.id, { most: 10, seconds: 900 });
 * if (!isRight(code)) throw new AppError(400, 'ERR_CODE');
 * await scope.attempts.forgive('code', scope.user.id);
 */
export interface Attempts {
  /**
   * Counts one try before it is made; it stays counted though the request fails and its transaction is rolled back.
   * Over `most` within `seconds` of the first: 429 ERR_TOO_MANY_REQUESTS with the seconds to wait.
   */
  take(name: string, of: string | number, limit: { most: number; seconds: number }): Promise<void>;
  /** The last try was a good one and does not count. */
  forgive(name: string, of: string | number): Promise<void>;
}

/** The other end of a request. */
export interface Origin {
  /** The caller's address. */
  readonly ip: string;
  readonly userAgent: string;
  /** The session it came with; absent on public routes. */
  readonly sessionId?: string;
}

/** Values of the company's settings; secrets come decrypted and only on the server. */
export interface Settings {
  get<T extends string | number | boolean = string>(key: string): T;
  set(key: string, value: string | number | boolean): Promise<void>;
}

/** What every plugin handler may do without a company: only public routes that resolve none get no more. */
export interface PlatformScope {
  /** Text in the reader's language from the plugin's locales. */
  t(key: string, values?: Record<string, string | number>): string;
  readonly log: Log;
  /** Aborted when the request ends early, the plugin goes off or the node stops. */
  readonly signal: AbortSignal;
  /** The kernel's services only (`tenants`, `accounts`): there is no company to ask a plugin's for. */
  use<T>(service: ServiceRef<T>): T;
  /** Runs inside one company. The plugin must be on there. Only for super users' routes and public ones. */
  inCompany<T>(companyId: number, work: (scope: Scope) => Promise<T>): Promise<T>;
  /** Counted over the whole platform. */
  readonly attempts: Attempts;
}

export interface Contribution<T> {
  readonly plugin: string;
  readonly item: T;
  readonly scope: Scope;
  /**
   * Calls the item for its plugin. The time is limited (`limitMs`, in milliseconds, 5,000 when absent), failures count as
   * those of the contributing plugin, and an item that keeps failing for the company is not called for a while. Throws
   * what `work` throws, `ERR_TIMEOUT` when the time is over, and 503 while the item is not called: catch it where the
   * other contributions can do without. The scope that `work` gets is the contributor's; its signal is aborted at the limit.
   * Inside `scope.tx` a failed statement still ends the whole transaction.
   * @example
   * const size = await contribution.run((item, own) => item.size(own)).catch(() => undefined);
   */
  run<R>(work: (item: T, scope: Scope) => R | Promise<R>, options?: { limitMs?: number }): Promise<R>;
}

/** The only door at run time: everything here is confined to one company. */
export interface Scope {
  readonly company: Company;
  /** Absent in events, jobs and public routes. */
  readonly user: CurrentUser | undefined;
  /** The reader's; in events and jobs the company's. */
  readonly language: Language;
  /** Entities of the plugin and its contracts, confined to the company. For forms and CRUD. */
  readonly em: EntityManager;
  /** Bound SQL, confined to the company. For lists, counters, search and hot paths. */
  readonly sql: SqlRunner;
  /** One transaction: use the inner scope only. Commits when `work` resolves. Never call a provider inside. */
  tx<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
  /**
   * Nobody else's work hangs on when this scope's next statement is committed, so it may be joined with those of other
   * scopes of the company into one transaction. False inside `tx`, in a request that goes on the record, and for a super
   * user who is in somebody else's company: these say or undo what is done in their own transaction.
   */
  readonly standsAlone: boolean;
  can(permission: string): boolean;
  /** The service, or ERR_SERVICE_OFF when its plugin is off or missing. */
  use<T>(service: ServiceRef<T>): T;
  find<T>(service: ServiceRef<T>): T | undefined;
  /** What the plugins that are on for this company contribute, in order. */
  items<T>(point: PointRef<T>): readonly T[];
  /**
   * The same with whose they are, and each with a scope of that plugin in this company and transaction: give it to an
   * item whose functions work in their own plugin's name (its events, texts, addresses).
   */
  contributions<T>(point: PointRef<T>): readonly Contribution<T>[];
  /**
   * Stored in the transaction of this scope; delivered after commit, at least once, in order per key. Only events that
   * the plugin's manifest names under `emits`.
   */
  emit<T extends object>(event: EventRef<T>, key: string, payload: T): Promise<void>;
  readonly rooms: Rooms;
  readonly jobs: Jobs;
  readonly addresses: Addresses;
  readonly tokens: Tokens;
  readonly attempts: Attempts;
  readonly leases: Leases;
  readonly sessions: Sessions;
  /** What this node keeps of the company, read now if it is not kept yet. The cache is declared with `host.cache`. */
  cached<T>(cache: CompanyCache<T>): Promise<T>;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly storage: Storage;
  readonly mail: Mail;
  /**
   * Puts on the company's record what is done here, in this scope's transaction. In a request that is recorded anyway
   * (see `audit` of a route) it says more about it: the one entry gets this action, subject and detail.
   */
  audit(entry: AuditEntry): Promise<void>;
  /** Where the request came from; absent in events and jobs. */
  readonly origin: Origin | undefined;
  t(key: string, values?: Record<string, string | number>): string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export type { Sql };
