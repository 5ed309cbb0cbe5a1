import type { EntityManager } from '@mikro-orm/core';
import type { EventRef, JobRef, PointRef, RoomRef, ServiceRef, SessionRef } from '../shared/contract.ts';
import type { Profile } from '../shared/manifest.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Mail } from './mail.ts';
import type { Sql, SqlRunner } from './sql.ts';
import type { Storage } from './storage.ts';

export interface Company {
  readonly id: number;
  readonly name: string;
  /** IANA name, `America/Sao_Paulo`. */
  readonly timeZone: string;
  readonly language: Language;
  /** Restricts its people to a part of the product, as set by `companyAccess`. */
  readonly restriction?: Restriction | null;
}
/** The part of the product that stays open to people of a restricted company. */
export interface Restriction {
  /** Code of every rejected call, and of the login of people without `permission`: `ERR_INVOICE_OVERDUE`. */
  readonly code: string;
  /** Ids of the plugins whose pages, calls and rooms stay open. */
  readonly plugins: readonly string[];
  /** People who hold this permission may log in and use those plugins; nobody else may log in. */
  readonly permission: string;
}
export type Language = 'pt' | 'en' | 'es';

export interface CurrentUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  /** True for a person who administers the platform, not only a company. */
  readonly super: boolean;
  /**
   * True for a super user who is working inside this company without being one of its people; rows cannot reference
   * them.
   */
  readonly impersonating?: boolean;
}

export interface Log {
  debug(context: object, message: string): void;
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}

/** Live messages to browsers. Inside a transaction they are sent after the commit, and dropped on rollback. */
export interface Rooms {
  /**
   * Sends a message to everybody in the room. Keep `data` small (ids and patches, under 8 kB). `also`: rooms that carry
   * messages of this one; a browser in several of them receives it once, and `useRoom` of each handles it. Their
   * parameters are sent with the message, so that each browser knows in which of its rooms it belongs.
   */
  emit<P, Q = never>(
    room: RoomRef<P>,
    params: P,
    event: string,
    data: unknown,
    also?: { room: RoomRef<Q>; params: readonly Q[] },
  ): void;
  /** Checks again, on every node, whether the members of the room may stay: call it after a change of permissions. */
  recheck<P>(room: RoomRef<P>, params: P): void;
  /**
   * Checks again every room that a person is in, and has their pages request rooms again that were refused: call it after
   * a change of what the person may see.
   */
  recheckPerson(userId: number): void;
}

export interface JobOptions {
  /** The time to run; absent: at once. */
  at?: Date;
  /** A second schedule with the same key replaces the first. */
  key?: string;
}
export interface Jobs {
  /**
   * Schedules the job, at its time or at once. Inside `scope.tx` it is part of the transaction: it runs after the
   * commit, and not at all after a rollback. (Jobs stored in MongoDB take no part in transactions.)
   */
  schedule<T>(job: JobRef<T>, data: T, options?: JobOptions): Promise<void>;
  /** Cancels the pending job that was scheduled with this key; inside `scope.tx` with its commit. */
  cancel<T>(job: JobRef<T>, key: string): Promise<void>;
}

/** Unguessable public names for things of one company: the last part of a webhook's or a widget's URL. */
export interface Addresses {
  /** Returns the address of `ref`, created on the first call: at least 128 random bits, safe in a URL. */
  issue(ref: string): Promise<string>;
  revoke(ref: string): Promise<void>;
}

/**
 * Tokens with which programs of the company call the plugin's routes with `access: { token }`. Only a hash is stored: a
 * token is shown once and cannot be read again.
 * @example
 * const token = await scope.tokens.issue(`key:${id}`);
 * // Later, in a route with access { token: '…' }: request.ref === `key:${id}`, and scope is the company's.
 */
export interface Tokens {
  /**
   * Creates a token of 30 letters and digits, stored in this scope's transaction. A former token of `ref` is revoked.
   */
  issue(ref: string): Promise<string>;
  /** Revokes the token on every node at once, with this scope's transaction. */
  revoke(ref: string): Promise<void>;
  /** Returns when each token was last used, by ref, to the minute. Absent: never. */
  used(): Promise<ReadonlyMap<string, Date>>;
}

/**
 * Leases for work that must run on one node at a time, such as a live connection to a provider. Another node takes over
 * if the owner dies.
 */
export interface Leases {
  /**
   * Requests the lease `name`. `start` runs once this node owns it, with a signal that is aborted when it is lost;
   * `end` must have stopped everything that was started when it resolves. Ends by itself when the plugin is switched
   * off.
   */
  hold(name: string, session: { start(signal: AbortSignal): Promise<void>; end(): void | Promise<void> }): LeaseHold;
}
export interface LeaseHold {
  readonly isHeld: boolean;
  /** Releases the lease, so that another node can own it at once. */
  release(): Promise<void>;
}

/**
 * Long sessions: each runs on one node at a time, is taken over within seconds if the node dies, and is ended while the
 * plugin is off. `host.session` declares what a session does.
 */
export interface Sessions {
  /** Requests the session permanently, over restarts of every node. */
  want<Q, A>(session: SessionRef<Q, A>, name: string): Promise<void>;
  /**
   * Withdraws the request. Resolves after the session has ended if it ran on this node; otherwise it ends within
   * seconds.
   */
  unwant<Q, A>(session: SessionRef<Q, A>, name: string): Promise<void>;
  /**
   * Sends a question to the session, whichever node runs it. Question and answer are JSON. An error of the session is
   * thrown here with its fields. 503 ERR_SESSION_AWAY if no node runs the session; 503 ERR_SESSION_LOST if its node
   * accepted the question and then died or never answered, so that the request may have been carried out.
   */
  ask<Q, A>(session: SessionRef<Q, A>, name: string, question: Q): Promise<A>;
}

/**
 * Secrets of the plugin for the whole installation, the same in every company: for example a key pair that identifies
 * this installation to other services. Stored encrypted and never sent to a browser. A secret entered by a company is a
 * setting with `secret: true` instead.
 */
export interface Secrets {
  /**
   * Returns the secret of this name. `make` is called if there is none; of concurrent callers one value is stored and
   * all receive it. It never changes afterwards.
   * @example
   * const keys = JSON.parse(await scope.secrets.once('keys', () => JSON.stringify(makeKeys())));
   */
  once(name: string, make: () => string | Promise<string>): Promise<string>;
  /**
   * Returns a secret that may change, as `set` last stored it: an account of the installation with a provider. Read
   * from the database on each call.
   */
  get(name: string): Promise<string | undefined>;
  /** Stores a secret. For routes of super users. A name is used either with `once` or with `set`. */
  set(name: string, value: string): Promise<void>;
  /** Encrypts secrets of single rows, such as the password of one mailbox: see `SealedBox`. */
  readonly box: SealedBox;
}

/**
 * Encrypts values that a plugin stores in its own tables. A sealed value can be opened only by the same plugin, in the
 * same company and under the same name: copied into a row of another company or into another column it is useless.
 */
export interface SealedBox {
  /**
   * Returns a text to store, about a third longer than the input. `name` identifies the value, with the row's id if
   * there is one.
   * @example
   * const sealed = scope.secrets.box.seal(password, `mailbox:${connectionId}`);
   */
  seal(text: string, name: string): string;
  /**
   * Returns the sealed value. Undefined if it cannot be opened: it was sealed under another name, for another company
   * or with another ENCRYPTION_KEY, or was modified.
   */
  open(sealed: string, name: string): string | undefined;
}

/**
 * Limits attempts, counted in the database over all nodes: of codes, look-ups, mails to strangers. Requests of one
 * caller are already counted by a route's `rate`.
 * @example
 * await scope.attempts.count('code', scope.user.id, { max: 10, seconds: 900 });
 * if (!isRight(code)) throw new AppError(400, 'ERR_CODE');
 * await scope.attempts.forgive('code', scope.user.id);
 */
export interface Attempts {
  /**
   * Counts one attempt before it is made. It stays counted if the request fails and its transaction is rolled back.
   * More than `max` within `seconds` of the first: 429 ERR_TOO_MANY_REQUESTS with the seconds to wait.
   */
  count(name: string, of: string | number, limit: { max: number; seconds: number }): Promise<void>;
  /** Removes the last attempt from the count, because it succeeded. */
  forgive(name: string, of: string | number): Promise<void>;
}

/** The origin of a request. */
export interface Origin {
  /** The caller's address. */
  readonly ip: string;
  readonly userAgent: string;
  /** The session of the request; absent on public routes. */
  readonly sessionId?: string;
}

/** Values of the company's settings. Secrets are decrypted; they are available on the server only. */
export interface Settings {
  get<T extends string | number | boolean = string>(key: string): T;
  set(key: string, value: string | number | boolean): Promise<void>;
}

/** The part of a scope that does not depend on a company. Public routes that resolve no company get only this. */
export interface PlatformScope {
  /** Returns a text of the plugin's locales in the reader's language. */
  t(key: string, values?: Record<string, string | number>): string;
  readonly log: Log;
  /** Aborted when the request is cancelled, the plugin is switched off or the node stops. */
  readonly signal: AbortSignal;
  /** Returns a service of the kernel (`tenants`, `accounts`). Services of plugins need a company. */
  use<T>(service: ServiceRef<T>): T;
  /** Runs work inside one company, in which the plugin must be on. Only for routes of super users and public routes. */
  inCompany<T>(companyId: number, work: (scope: Scope) => Promise<T>): Promise<T>;
  /** Counted over the whole platform. */
  readonly attempts: Attempts;
}

export interface Contribution<T> {
  readonly plugin: string;
  readonly item: T;
  readonly scope: Scope;
  /**
   * Calls the item on behalf of its plugin, with a time limit (`limitMs`, in milliseconds, 5,000 if absent). Failures
   * count for the contributing plugin, and an item that keeps failing for the company is not called for a while. Throws
   * the error of `work`, `ERR_TIMEOUT` after the limit, and 503 while the item is not called: catch it if you can
   * continue without the item. `work` receives the contributor's scope, whose signal is aborted at the limit. Inside
   * `scope.tx` a failed statement still ends the whole transaction.
   * @example
   * const size = await contribution.run((item, own) => item.size(own)).catch(() => undefined);
   */
  run<R>(work: (item: T, scope: Scope) => R | Promise<R>, options?: { limitMs?: number }): Promise<R>;
}

/** A value that each node caches in memory for each company until one of the named events invalidates it. */
export interface CompanyCache<T> {
  readonly id: string;
  /**
   * Loads the value for the scope's company. Runs outside any transaction, as the declaring plugin and without a user.
   */
  load(scope: Scope): Promise<T>;
  readonly invalidatedBy: readonly Pick<EventRef<never>, 'id'>[];
}

/** The runtime interface of a handler; everything in it is confined to one company. */
export interface Scope {
  readonly company: Company;
  /** Absent in events, jobs and public routes. */
  readonly user: CurrentUser | undefined;
  /** The reader's language; in events and jobs the company's. */
  readonly language: Language;
  /** Entities of the plugin and of the contracts it uses, confined to the company. For forms and CRUD. */
  readonly em: EntityManager;
  /** Bound SQL, confined to the company. For lists, counters, search and hot paths. */
  readonly sql: SqlRunner;
  /** Runs one transaction and commits when `work` resolves. Use only the inner scope. Never call a provider inside. */
  tx<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
  /**
   * True if this scope's next statement may be joined with those of other scopes of the company into one transaction.
   * False inside `tx`, in a request that writes an audit entry, and for a super user inside another company, because
   * these store or undo something in their own transaction.
   */
  readonly standsAlone: boolean;
  can(permission: string): boolean;
  /** Returns the service; throws ERR_SERVICE_OFF if its plugin is off or missing. */
  use<T>(service: ServiceRef<T>): T;
  find<T>(service: ServiceRef<T>): T | undefined;
  /** Returns the items contributed by the plugins that are on for this company, in order. */
  items<T>(point: PointRef<T>): readonly T[];
  /**
   * Returns the same items with the id of their plugin and a scope of that plugin in this company and transaction. Pass
   * the scope to functions of an item that act for their own plugin (its events, texts, addresses). `includesOff`: also
   * those of plugins that are off for this company, for duties about stored data, such as its erasure.
   */
  contributions<T>(point: PointRef<T>, options?: { includesOff?: boolean }): readonly Contribution<T>[];
  /**
   * Stores an event in the transaction of this scope. It is delivered after the commit, at least once, in order per
   * key. Only events that the plugin's manifest lists under `emits`.
   */
  emit<T extends object>(event: EventRef<T>, key: string, payload: T): Promise<void>;
  readonly rooms: Rooms;
  readonly jobs: Jobs;
  readonly addresses: Addresses;
  readonly tokens: Tokens;
  readonly attempts: Attempts;
  readonly leases: Leases;
  readonly sessions: Sessions;
  /** Returns the cached value, loading it first if this node has none. The cache is declared with `host.cache`. */
  cached<T>(cache: CompanyCache<T>): Promise<T>;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly storage: Storage;
  readonly mail: Mail;
  /**
   * Writes an audit entry in this scope's transaction. In a request that is recorded anyway (see `audit` of a route) it
   * sets action, subject and detail of that one entry.
   */
  audit(entry: AuditEntry): Promise<void>;
  /** The origin of the request; absent in events and jobs. */
  readonly origin: Origin | undefined;
  t(key: string, values?: Record<string, string | number>): string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export type { Sql };
