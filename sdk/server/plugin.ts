import type { EntitySchema } from '@mikro-orm/core';
import type { z } from 'zod';
import type { EventRef, JobRef, PointRef, RoomRef, ServiceRef, SessionRef } from '../shared/contract.ts';
import type { PermissionOf, PluginManifest } from '../shared/manifest.ts';
import type { RoomAlias } from './room-alias.ts';
import type { CompanyCache, PlatformScope, Scope } from './scope.ts';
import type { Sql } from './sql.ts';
import type { Upload } from './storage.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The access rule of a route. A route without one does not compile. */
export type Access<P extends string = string> = 'signed-in' | 'super' | P | PublicAccess | TokenAccess;

export interface PublicAccess {
  /** The reason why no session is needed. */
  public: string;
  /** Resolves the company from the path's `:address` (see `scope.addresses`). */
  address?: boolean;
  /**
   * The route is called by a provider: while the plugin is off it responds 200, and the call is counted and dropped.
   */
  webhook?: boolean;
  /** Browsers may call it from any site (no cookies are sent or read); check the Origin header yourself. */
  cors?: boolean;
}

/**
 * Access for programs: `Authorization: Bearer` with a token that this plugin issued (`scope.tokens`). The token
 * identifies the company.
 */
export interface TokenAccess {
  /** The permitted use, as shown in the API documentation. */
  token: string;
}

export interface RouteInput {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Multipart files, with the limits of each field. More bytes than the limit: 413 ERR_FILE_TOO_LARGE. */
  files?: {
    maxBytes?: number;
    maxCount?: number;
    accept?: readonly string[];
    /**
     * For public routes: bytes accepted per minute from one caller's address, and for one `:address` of the path from
     * all callers. They are counted before the body is read. Over the limit: 429 ERR_TOO_MANY_REQUESTS; without a
     * Content-Length: 411 ERR_LENGTH_REQUIRED.
     */
    bytesPerMinute?: { caller: number; address: number };
  };
  /**
   * Also provides the exact bytes of the body, for signatures: of JSON, of a form with files, of anything else. A form
   * is received completely before it is parsed, up to `maxBytes` or else 50 MB.
   */
  raw?: boolean;
  /**
   * Maximum number of bytes of the body: 1 MB if absent, at most 50 MB (`largestBody`). More: 413 ERR_BODY_TOO_LARGE. A
   * body over 1 MB is received on disk and is in memory only while the handler runs. Forms with `files` have limits of
   * their own.
   * @example input: { raw: true, maxBytes: 25 * 1024 * 1024, body: z.object({ … }) }
   */
  maxBytes?: number;
}
/** The largest `maxBytes` that a route may declare, in bytes. Uploads have limits of their own. */
export const largestBody = 52_428_800;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteRequest<I extends RouteInput = RouteInput> {
  params: Parsed<I['params']>;
  query: Parsed<I['query']>;
  body: Parsed<I['body']>;
  files: readonly Upload[];
  raw: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The caller's address, for limits. */
  ip: string;
  /**
   * The argument of `scope.addresses.issue` on routes with an address, or of `scope.tokens.issue` on routes with a
   * token.
   */
  ref: string;
  language: string;
}

/** A response other than 200 with JSON. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body?: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type ScopeFor<A> = A extends { public: string; address: true } | { token: string }
  ? Scope
  : A extends { public: string }
    ? PlatformScope
    : A extends 'super'
      ? Scope & Pick<PlatformScope, 'inCompany'>
      : Scope & {
          readonly user: NonNullable<Scope['user']>;
          /** Runs work in another company. Only for super users. */
          readonly inCompany?: PlatformScope['inCompany'];
        };

export interface RouteDefinition<A, I extends RouteInput, O extends z.ZodType> {
  access: A;
  input?: I;
  /** Schema of the JSON response; the API documentation is generated from it. */
  output?: O;
  /**
   * One sentence for the API documentation: the text itself, or a key of the plugin's locales. The same holds for the
   * reason in `access` and the texts of `.describe` in schemas.
   */
  summary?: string;
  /**
   * Maximum number of requests per minute for one caller address (public), user or token; over it 429
   * ERR_TOO_MANY_REQUESTS. Requests by token are counted over all nodes, and every response states the rest:
   * RateLimit-Limit, -Remaining and -Reset.
   */
  rate?: number;
  /**
   * Audit entry of a successful call. Absent: a route that changes something and requires a permission or a super user
   * is recorded by its method and path, with the sent values. A name, `contacts.exported` (its text is the key
   * `audit.contacts.exported` of the locales), records any route, also one that only reads; the response is sent after
   * the entry is stored. `false` records nothing, for routine actions. The handler adds details by `scope.audit`. Calls
   * by token and of public routes are not recorded, because no person makes them.
   */
  audit?: string | false;
  handle(request: RouteRequest<I>, scope: ScopeFor<A>): Promise<z.input<O> | Reply | undefined | void>;
}

export interface Delivery {
  /** Unique for the event. Use it to make the listener idempotent. */
  readonly id: string;
  readonly key: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** True if a failure now makes the event a dead letter. */
  readonly last: boolean;
  readonly createdAt: Date;
  /**
   * Aborted when the server begins to stop. A listener that waits or repeats its work ends then with `RetryLater`, and
   * gets the event again on another server. Ten seconds later `scope.signal` is aborted, and the attempt has failed.
   */
  readonly stopping: AbortSignal;
}

export interface JobDefinition<T> {
  data: z.ZodType<T>;
  /** Schedule in every company that has the plugin on: `5 minutes`, or a cron expression. `data` must accept `{}`. */
  every?: string;
  /**
   * For a recurring job with something to do in few companies only: a query that returns, in the column `company_id`,
   * the companies in which something is due. It runs once per interval for the whole installation, read-only and over
   * all companies, for 10 seconds at most; the job then runs in those of them that have the plugin on, unless it is
   * still running there. Without it the job runs in every company: with an interval of a minute and 200 companies those
   * are three runs a second, whose few statements each cost more than what they find. The query may name the tables of
   * the plugin and published views, and needs an index that does not begin with the company, best one of the waiting
   * rows only.
   */
  due?: Sql;
  handle(data: T, scope: Scope): Promise<void>;
}

export interface SessionDefinition<Q, A> {
  /**
   * Runs while this node owns the session, until `scope.signal` is aborted. Everything it opened must be closed when it
   * resolves. If it returns or throws before that, it is started again after growing delays, here or on another node.
   * `ready` registers the function that handles `scope.sessions.ask` from any node.
   */
  run(name: string, scope: Scope, ready: (answer: (question: Q) => Promise<A>) => void): Promise<void>;
}

export interface RoomDefinition<P> {
  params: z.ZodType<P>;
  /** Returns true if the person may join; the company has already been checked. */
  may(params: P, scope: Scope & { readonly user: NonNullable<Scope['user']> }): boolean | Promise<boolean>;
  /** Messages that browsers may send into the room, with their handlers. */
  accepts?: Readonly<Record<string, (data: unknown, params: P, scope: Scope) => void | Promise<void>>>;
  /**
   * Messages about the moment only, such as typing. They make nothing that browsers have read outdated, so a browser
   * that joins a moment later has missed nothing.
   */
  transient?: readonly string[];
  /** Admits people without an account, who connect with `{ address, token }` of this plugin. Absent: nobody. */
  guests?(params: P, guest: Guest, scope: Scope): boolean | Promise<boolean>;
  /** Names of a published protocol under which clients also join the room and receive its messages. */
  aliases?: readonly RoomAlias<P>[];
  /**
   * Messages of this other room are sent here too if `rooms.emit` names this room in `also`; they pass through
   * `aliases`.
   */
  carries?: RoomRef<unknown>;
  /**
   * Messages that clients of such a protocol send without naming a room. Returns the room and the message of `accepts`
   * that is meant; undefined if it is none of this declaration. Anybody who may join may send.
   */
  acceptsAs?: Readonly<
    Record<
      string,
      (sent: unknown, scope: Scope) => Promise<{ params: P; event: string; data: unknown } | undefined> | undefined
    >
  >;
}

/** A person outside the company, connected by a socket. `ref` is the argument for which the address was issued. */
export interface Guest {
  readonly ref: string;
  readonly token: string;
  /** Origin of the page that opened the socket. */
  readonly origin: string | undefined;
}

/**
 * Registers declarations in the plugin's ledger. Nothing runs here: the kernel applies all ledgers together, or reports
 * every fault.
 */
export interface Host<M extends PluginManifest = PluginManifest> {
  route<const A extends Access<PermissionOf<M>>, const I extends RouteInput, O extends z.ZodType>(
    method: Method,
    path: string,
    definition: RouteDefinition<A, I, O>,
  ): void;
  /**
   * Registers a listener. `name` is unique within the plugin and must stay the same over releases, because deliveries
   * are stored under it.
   */
  on<T>(
    event: EventRef<T>,
    name: string,
    handle: (payload: T, scope: Scope, delivery: Delivery) => Promise<void>,
  ): void;
  job<T>(job: JobRef<T>, definition: JobDefinition<T>): void;
  /**
   * Called when the plugin becomes active for a company: it was switched on, it was installed without a toggle, the
   * company is new, or this version is the first that declares the handler. For data that existed before and that no
   * event will announce.
   *
   * It runs as a job, in steps: the returned value is passed to the next step as `from`, and `undefined` ends the job.
   * A step that fails or is interrupted is repeated with the same `from`, on any node. After the plugin, or the whole
   * company, is switched off and on the job starts again: write it so that repeating it does no harm.
   * @example
   * host.onEnabled<number>(async (from = 0, scope) => {
   *   const rows = await scope.sql.rows<{ id: number }>(sql`select id from tickets.ticket where id > ${from} order by id limit 200`);
   *   for (const { id } of rows) await startClock(id, scope);
   *   return rows.at(-1)?.id;
   * });
   */
  onEnabled<C extends string | number | object = never>(
    step: (from: C | undefined, scope: Scope) => Promise<C | undefined>,
  ): void;
  /** A value that each node caches for a company, for `scope.cached`. Ids begin with the plugin's id. */
  cache<T>(cache: CompanyCache<T>): void;
  /** A long session, which is open for each name that `scope.sessions.want` requested. */
  session<Q, A>(session: SessionRef<Q, A>, definition: SessionDefinition<Q, A>): void;
  room<P>(room: RoomRef<P>, definition: RoomDefinition<P>): void;
  provide<T>(service: ServiceRef<T>, make: (scope: Scope) => T): void;
  /** Opens a point; `check` throws if a plugin's item does not have the agreed shape. */
  open<T>(point: PointRef<T>, check?: (item: T, plugin: string) => void): void;
  contribute<T>(point: PointRef<T>, item: T): void;
}

/** SQL as data: forward only, run once, in the plugin's own schema. Names are `0001-init`. */
export interface Migration {
  name: string;
  sql: readonly string[];
  /**
   * Values that existing companies keep where a new default would change what they are used to. Stored once, after the
   * statements of all pending migrations.
   */
  settings?: readonly PreservedSetting[];
}

/** A setting value that existing companies keep; see `Migration.settings`. */
export interface PreservedSetting {
  /** A setting that the plugin's own manifest declares; not a secret. */
  key: string;
  /** The value in its stored form: `disabled`, `30`. */
  value: string;
  /** A query that returns `company_id` of the companies that get the value, unless they have chosen one themselves. */
  companies: string;
}

/**
 * Functions, views and triggers of the plugin's schema, one file each: code, as opposed to data. A migration runs once
 * and never changes; a routine is applied again whenever its text changes, after the migrations of the same start, and
 * dropped when it is removed from the list. So the file shows the code in force, and Git its history.
 *
 * Allowed statements are `create or replace function`, `procedure`, `view … with (security_invoker = on)` and
 * `trigger`, with the schema in the name, and `grant`, `revoke` or `comment on` for them. Routines may call each other
 * in any order. Parameters, a return type or the columns of a view may change as long as nothing else depends on the
 * former ones. A migration cannot call a routine, because it may run before the routine exists.
 */
export interface Routine {
  /** Name of the file, by convention that of the function: `receive`. */
  name: string;
  sql: readonly string[];
}

export interface PluginParts<M extends PluginManifest> {
  entities?: readonly EntitySchema[];
  migrations?: readonly Migration[];
  routines?: readonly Routine[];
  /**
   * Tables without rows of companies: `kanban.template`. All companies can read them. They are written by functions of
   * your migrations (`security definer`) in scopes of super users; in any other scope the write fails.
   */
  platformTables?: readonly string[];
  /**
   * Tables whose changed rows are stored in the audit entry of the request, with their values before and after:
   * `queues.queue`. Not for tables that are written many times a second.
   */
  audited?: readonly string[];
  /**
   * Tables that only the plugin's own scopes may write: `security.two_step`. All plugins share one login of the
   * database, so other tables of the plugin can be written by SQL of another plugin within the same company.
   */
  guarded?: readonly string[];
  /** Declares everything. Synchronous, without I/O. */
  setup(host: Host<M>): void;
}

export interface Plugin<M extends PluginManifest = PluginManifest> {
  readonly manifest: M;
  readonly parts: PluginParts<M>;
}

/** Defines the server part of a plugin: `export default definePlugin(manifest, { migrations, setup(host) { … } })`. */
export const definePlugin = <const M extends PluginManifest>(manifest: M, parts: PluginParts<M>): Plugin<M> => ({
  manifest,
  parts,
});
