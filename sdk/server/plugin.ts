import type { EntitySchema } from '@mikro-orm/core';
import type { z } from 'zod';
import type { EventRef, JobRef, PointRef, RoomRef, ServiceRef, SessionRef } from '../shared/contract.ts';
import type { PermissionOf, PluginManifest } from '../shared/manifest.ts';
import type { CompanyCache } from './company-cache.ts';
import type { RoomAlias } from './room-alias.ts';
import type { PlatformScope, Scope } from './scope.ts';
import type { Upload } from './storage.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call a route. A route without an answer does not compile. */
export type Access<P extends string = string> = 'signed-in' | 'super' | P | PublicAccess | TokenAccess;

export interface PublicAccess {
  /** Why no session is needed. */
  public: string;
  /** Resolves the company from the path's `:address` (see `scope.addresses`). */
  address?: boolean;
  /** A provider calls it: while the plugin is off it answers 200 and what came is counted and dropped. */
  webhook?: boolean;
  /** Browsers of any site may call it (no cookies are sent or read); check the Origin header yourself. */
  cors?: boolean;
}

/** For programs: `Authorization: Bearer` with a token that this plugin issued (`scope.tokens`), which says the company. */
export interface TokenAccess {
  /** What the holder of a token may do with the route, as the documentation says it. */
  token: string;
}

export interface RouteInput {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Multipart files, with the field's limits. Bytes over the limit answer 413 ERR_FILE_TOO_LARGE. */
  files?: {
    maxBytes?: number;
    maxCount?: number;
    accept?: readonly string[];
    /**
     * Of a public route: bytes that are taken a minute from one caller's address, and for one `:address` of the path
     * whoever sends them. Counted before they are read; beyond it 429 ERR_TOO_MANY_REQUESTS, and 411
     * ERR_LENGTH_REQUIRED when the client does not say how much it sends.
     */
    bytesPerMinute?: { caller: number; address: number };
  };
  /**
   * The body's exact bytes too, for signatures over them: of JSON, of a form with files, of anything else. A form is
   * received whole before it is read, up to `maxBytes` or else 50 MB.
   */
  raw?: boolean;
  /**
   * Bytes that the body may have: 1 MB unless you say otherwise, at most 50 MB (`largestBody`). More answers 413
   * ERR_BODY_TOO_LARGE. What is over 1 MB is received on disk and is in memory only while your code runs. Forms with
   * `files` have limits of their own.
   * @example input: { raw: true, maxBytes: 25 * 1024 * 1024, body: z.object({ … }) }
   */
  maxBytes?: number;
}
/** Bytes of the largest body that a route may take, apart from uploads. */
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
  /** What `scope.addresses.issue` was called with, on routes with an address; `scope.tokens.issue`, on those with a token. */
  ref: string;
  language: string;
}

/** An answer other than 200 with JSON. */
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
          /** Only for super users: work in a company that is not theirs. */
          readonly inCompany?: PlatformScope['inCompany'];
        };

export interface RouteDefinition<A, I extends RouteInput, O extends z.ZodType> {
  access: A;
  input?: I;
  /** Shape of the JSON answer: the API documentation is generated from it. */
  output?: O;
  /** One sentence for the API documentation: as it is, or a key of the plugin's locales. So may be the reason in `access` and what
   * schemas say by `.describe`. */
  summary?: string;
  /**
   * Requests a minute for one caller address (public), user or token; over it 429 ERR_TOO_MANY_REQUESTS. Those of a
   * token are counted over all nodes, and every answer says how many are left: RateLimit-Limit, -Remaining and -Reset.
   */
  rate?: number;
  /**
   * How a call that succeeded stands on the company's record. Absent: a route that changes something and needs a
   * permission or a super user is recorded by its method and path, with what was sent. A name, `contacts.exported`
   * (its text is the key `audit.contacts.exported` of the locales), records other routes too, reading ones among them:
   * nothing is answered before the entry is stored. `false` is for what people do all day. The handler may say more
   * by `scope.audit`.
   * Calls by token and of public routes are not recorded: no person is behind them.
   */
  audit?: string | false;
  handle(request: RouteRequest<I>, scope: ScopeFor<A>): Promise<z.input<O> | Reply | undefined | void>;
}

export interface Delivery {
  /** Unique for the event: be idempotent by it. */
  readonly id: string;
  readonly key: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** A failure now makes the event a dead letter. */
  readonly last: boolean;
  readonly createdAt: Date;
}

export interface JobDefinition<T> {
  data: z.ZodType<T>;
  /** Runs in every company that has the plugin on: `5 minutes`, or a cron line. `data` must accept `{}`. */
  every?: string;
  handle(data: T, scope: Scope): Promise<void>;
}

export interface SessionDefinition<Q, A> {
  /**
   * Runs while this node has the session, until `scope.signal` is aborted; what it opened must be ended when it
   * resolves. When it ends or fails before that it is begun again, after growing waits, here or on another node. `ready`
   * takes questions from now on: `scope.sessions.ask` of any node.
   */
  run(name: string, scope: Scope, ready: (answer: (question: Q) => Promise<A>) => void): Promise<void>;
}

export interface RoomDefinition<P> {
  params: z.ZodType<P>;
  /** Who may join; the company is already certain. */
  may(params: P, scope: Scope & { readonly user: NonNullable<Scope['user']> }): boolean | Promise<boolean>;
  /** Messages that browsers may send into the room, with what happens to them. */
  accepts?: Readonly<Record<string, (data: unknown, params: P, scope: Scope) => void | Promise<void>>>;
  /**
   * Messages about the moment alone, such as who types: nothing that browsers read becomes older by them, and whoever
   * joins a moment later has missed nothing.
   */
  passing?: readonly string[];
  /** Lets people without an account in, who connect with `{ address, token }` of this plugin. Absent: nobody. */
  guests?(params: P, guest: Guest, scope: Scope): boolean | Promise<boolean>;
  /** Names of a published protocol under which the room is joined and heard too. */
  aliases?: readonly RoomAlias<P>[];
  /** Messages of this other room are sent here too, by `also` of `rooms.emit`: `aliases` are asked about them. */
  carries?: RoomRef<unknown>;
  /**
   * Messages that clients of such a protocol send without naming a room: which room and which of `accepts` is meant.
   * Undefined: none of this declaration. Whoever may join may send.
   */
  acceptsAs?: Readonly<
    Record<
      string,
      (sent: unknown, scope: Scope) => Promise<{ params: P; event: string; data: unknown } | undefined> | undefined
    >
  >;
}

/** Somebody outside the company at the other end of a socket: `ref` is what the address was issued for. */
export interface Guest {
  readonly ref: string;
  readonly token: string;
  /** The page the socket was opened from. */
  readonly origin: string | undefined;
}

/** Declares into the plugin's ledger. Nothing runs here; the kernel applies all ledgers together, or reports every fault. */
export interface Host<M extends PluginManifest = PluginManifest> {
  route<const A extends Access<PermissionOf<M>>, const I extends RouteInput, O extends z.ZodType>(
    method: Method,
    path: string,
    definition: RouteDefinition<A, I, O>,
  ): void;
  /** `name` tells this listener from all others of the plugin; it is kept over restarts. */
  on<T>(
    event: EventRef<T>,
    name: string,
    handle: (payload: T, scope: Scope, delivery: Delivery) => Promise<void>,
  ): void;
  job<T>(job: JobRef<T>, definition: JobDefinition<T>): void;
  /**
   * Called when the plugin is on for a company from now on: it was switched on, it was installed without a switch, the
   * company is new, or this version is the first that asks. For what was there before, which no event will tell of.
   *
   * It runs as a job, in steps: what you answer is given to the next step as `from`, and `undefined` says that all is
   * done. A step that fails or is cut off is run again from where it began, on whichever node. Switched off and on again,
   * it begins anew: write so that twice is no harm.
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
  /** What each node keeps of a company in memory, for `scope.cached`. Ids begin with the plugin's. */
  cache<T>(cache: CompanyCache<T>): void;
  /** What stays open for each name that `scope.sessions.want` asked for. */
  session<Q, A>(session: SessionRef<Q, A>, definition: SessionDefinition<Q, A>): void;
  room<P>(room: RoomRef<P>, definition: RoomDefinition<P>): void;
  provide<T>(service: ServiceRef<T>, make: (scope: Scope) => T): void;
  /** Opens a point; `check` throws when an item of a plugin is not of the agreed shape. */
  open<T>(point: PointRef<T>, check?: (item: T, plugin: string) => void): void;
  contribute<T>(point: PointRef<T>, item: T): void;
}

/** SQL as data: forward only, run once, in the plugin's own schema. Names are `0001-init`. */
export interface Migration {
  name: string;
  sql: readonly string[];
  /**
   * Values of settings that companies of before keep, where a new default would change what they are used to. Stored once,
   * after the statements of all pending migrations.
   */
  settings?: readonly KeptSetting[];
}

/** See `Migration.settings`. */
export interface KeptSetting {
  /** A setting that the plugin's own manifest declares; no secret one. */
  key: string;
  /** As it is stored: `disabled`, `30`. */
  value: string;
  /** A query of `company_id`: whose setting it becomes, unless they have chosen a value themselves. */
  companies: string;
}

/**
 * Functions, views and triggers of the plugin's schema, one file each: whatever is code and not data. A migration runs
 * once and stays as it was; a routine is applied anew whenever its text changes, after the migrations of the same start,
 * and what it made is dropped when it is gone from the list. So the file is what is in force, and its history is Git's.
 *
 * Statements are `create or replace function`, `procedure`, `view … with (security_invoker = on)` and `trigger`, with the
 * schema in the name, and `grant`, `revoke` or `comment on` for them. Routines may call each other in any order. A change
 * of parameters, of a return type or of a view's columns is allowed as long as nothing else depends on the former one.
 * A migration cannot call a routine: it may run before the routine exists.
 */
export interface Routine {
  /** Of the file, by convention that of the function: `receive`. */
  name: string;
  sql: readonly string[];
}

export interface PluginParts<M extends PluginManifest> {
  entities?: readonly EntitySchema[];
  migrations?: readonly Migration[];
  routines?: readonly Routine[];
  /**
   * Tables that hold no company's rows: `kanban.template`. They are readable by all companies and written by functions of
   * your migrations (`security definer`), when a super user asks: from any other scope the write fails.
   */
  platformTables?: readonly string[];
  /**
   * Tables whose rows stand on the company's record with what they were and what they became, when a recorded request
   * changes them: `queues.queue`. Not for tables that are written many times a second.
   */
  audited?: readonly string[];
  /**
   * Tables that only your own scopes write: `security.two_step`. All plugins share one login of the database, so every
   * other table of yours can be written by another plugin's SQL, within the same company.
   */
  guarded?: readonly string[];
  /** Synchronous, no I/O: only declares. */
  setup(host: Host<M>): void;
}

export interface Plugin<M extends PluginManifest = PluginManifest> {
  readonly manifest: M;
  readonly parts: PluginParts<M>;
}

/** The server part of a plugin: `export default definePlugin(manifest, { migrations, setup(host) { … } })`. */
export const definePlugin = <const M extends PluginManifest>(manifest: M, parts: PluginParts<M>): Plugin<M> => ({
  manifest,
  parts,
});
