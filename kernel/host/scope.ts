import type { EntityManager } from '@mikro-orm/core';
import type { EventRef, JobRef, PointRef, RoomRef, ServiceRef } from '@balcao/sdk/contract';
import { randomUUID } from 'node:crypto';
import { AppError, sql } from '@balcao/sdk/server';
import type {
  Addresses,
  Attempts,
  AuditEntry,
  Company,
  CompanyCache,
  Contribution,
  CurrentUser,
  Jobs,
  Language,
  Leases,
  Log,
  Mail,
  Origin,
  PlatformScope,
  Rooms,
  Scope,
  Secrets,
  Sessions,
  Settings,
  Sql,
  SqlRunner,
  Storage,
  Tokens,
} from '@balcao/sdk/server';
import { currentAuditContext, AuditContext } from '../audit/audit-context.ts';
import { tokensOf } from '../tokens/tokens.ts';
import { impersonationStatement } from '../impersonation/impersonation.ts';
import type { ContributionEntry } from './ledger.ts';
import { TimeLimit } from './limits.ts';
import type { Composition } from './registry.ts';
import type { DataSession, ScopeContext, ScopeParts } from './scope-parts.ts';

/** Data that is not JSON is refused where the message is written. */
const bytesOf = (data: unknown): number => {
  try {
    return Buffer.byteLength(JSON.stringify(data) ?? '');
  } catch {
    return 0;
  }
};

/** The plugins at the beginning of the work, however they change meanwhile. */
interface World {
  composition: Composition;
  /** Service container; absent: a new one. */
  service?: (id: string) => unknown;
}

class CompanyScope implements Scope {
  readonly #parts: ScopeParts;
  readonly #context: ScopeContext;
  readonly #session: DataSession;
  readonly #composition: Composition;
  readonly #service: (id: string) => unknown;
  #log: Log | undefined;

  constructor(parts: ScopeParts, context: ScopeContext, session: DataSession, { composition, service }: World) {
    this.#parts = parts;
    this.#context = context;
    this.#session = session;
    this.#composition = composition;
    this.#service =
      service ??
      composition.services(
        (plugin) =>
          new CompanyScope(parts, { ...context, plugin }, session, { composition, service: (id) => this.#service(id) }),
      );
  }

  get company(): Company {
    return this.#context.company;
  }
  get user(): CurrentUser | undefined {
    return this.#context.user;
  }
  get language(): Language {
    return this.#context.language;
  }
  get em(): EntityManager {
    return this.#session.em;
  }
  get sql(): SqlRunner {
    return this.#session.sql;
  }
  get signal(): AbortSignal {
    return this.#context.signal;
  }
  get log(): Log {
    const { plugin, company, requestId } = this.#context;
    return (this.#log ??= this.#parts.log({ plugin, company: company.id, ...(requestId && { request: requestId }) }));
  }

  tx<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    return this.#session.tx(async (inner) => {
      const result = await work(
        new CompanyScope(this.#parts, this.#context, inner, { composition: this.#composition }),
      );
      // The call was reported as failed and is repeated by others, so its late result must not count.
      if (this.signal.reason instanceof TimeLimit) throw this.signal.reason;
      return result;
    });
  }

  get standsAlone(): boolean {
    return (
      !this.#session.inTransaction && currentAuditContext() === undefined && impersonationStatement() === undefined
    );
  }

  can(permission: string): boolean {
    const { user, company } = this.#context;
    return user !== undefined && this.#parts.can(user, company.id, permission);
  }

  find<T>(service: ServiceRef<T>): T | undefined {
    const provider = this.#composition.providerOf(service.id);
    if (provider === undefined || !this.#parts.switches.isOn(provider, this.company.id)) return undefined;
    return this.#service(service.id) as T;
  }
  use<T>(service: ServiceRef<T>): T {
    const found = this.find(service);
    if (found === undefined) throw new AppError(404, 'ERR_SERVICE_OFF', { context: { service: service.id } });
    return found;
  }

  items<T>(point: PointRef<T>): readonly T[] {
    return this.#contributed(point.id).map(({ item }) => item as T);
  }
  contributions<T>(point: PointRef<T>, { includesOff = false } = {}): readonly Contribution<T>[] {
    const entries = includesOff ? this.#composition.contributions(point.id) : this.#contributed(point.id);
    return entries.map((entry) => {
      const item = entry.item as T;
      const { plugin } = entry;
      return {
        plugin,
        item,
        scope: this.#as(plugin),
        run: (work, options) => this.#run(entry, (signal) => work(item, this.#as(plugin, signal)), options),
      };
    });
  }
  #run<R>(
    { plugin, point, item }: ContributionEntry,
    work: (signal: AbortSignal) => R | Promise<R>,
    { limitMs = this.#parts.guard.limits.contributionMs }: { limitMs?: number } = {},
  ): Promise<R> {
    const { id } = item as { id?: unknown };
    const what = typeof id === 'string' ? `${point} ${id}` : point;
    const place = { plugin, where: 'contribution', what, company: this.company.id } as const;
    return this.#parts.guard.run(place, { limitMs, signal: this.signal }, work);
  }
  #contributed(point: string): ContributionEntry[] {
    const { switches } = this.#parts;
    return this.#composition.contributions(point).filter(({ plugin }) => switches.isOn(plugin, this.company.id));
  }
  #as(plugin: string, signal = this.signal): Scope {
    return new CompanyScope(this.#parts, { ...this.#context, plugin, signal }, this.#session, {
      composition: this.#composition,
      service: this.#service,
    });
  }

  async emit<T extends object>(event: EventRef<T>, key: string, payload: T): Promise<void> {
    const { plugin } = this.#context;
    const emits = this.#composition.plugins.get(plugin)?.source.manifest.emits;
    if (emits?.[event.id] === undefined)
      throw new Error(`${plugin} emits "${event.id}", which its manifest does not name under emits`);
    this.#takeOne(plugin, event.id);
    await this.#session.defer(sql`select kernel.emit(${event.id}, ${key}, ${JSON.stringify(payload)}::jsonb)`);
    this.#session.afterCommit(() => this.#parts.caches.emitted(this.company.id, event.id));
  }

  #takeOne(plugin: string, event: string): void {
    const { budget } = this.#context;
    if (!budget) return;
    budget.events -= 1;
    if (budget.events >= 0) return;
    if (budget.events === -1) this.#parts.guard.limited(plugin, 'events');
    const { events } = this.#parts.guard.limits;
    throw new AppError(500, 'ERR_TOO_MANY_EVENTS', {
      cause: new Error(`${plugin} emits "${event}" after ${events} events in one go: split the work into jobs`),
    });
  }

  get rooms(): Rooms {
    const { id } = this.company;
    return {
      emit: <P, Q>(
        room: RoomRef<P>,
        params: P,
        event: string,
        data: unknown,
        also?: { room: RoomRef<Q>; params: readonly Q[] },
      ) => {
        this.#refuseLarge(room.id, event, data);
        const others = also && { room: also.room.id, params: also.params };
        this.#session.afterCommit(() => this.#parts.emitLive(id, room.id, params, event, data, others));
      },
      recheck: <P>(room: RoomRef<P>, params: P) =>
        this.#session.afterCommit(() => this.#parts.recheck(id, { room: room.id, params })),
      recheckPerson: (userId) => this.#session.afterCommit(() => this.#parts.recheck(id, { userId })),
    };
  }
  /** Refused at the call, where the author sees the error; after the commit nobody waits for the message. */
  #refuseLarge(room: string, event: string, data: unknown): void {
    const { guard } = this.#parts;
    const bytes = bytesOf(data);
    if (bytes <= guard.limits.messageBytes) return;
    const { plugin } = this.#context;
    guard.limited(plugin, 'message');
    throw new AppError(500, 'ERR_MESSAGE_TOO_LARGE', {
      cause: new Error(
        `${plugin} sends ${bytes} bytes as "${event}" into ${room}, the limit is ${guard.limits.messageBytes}: send an id and let the browser fetch`,
      ),
    });
  }

  get jobs(): Jobs {
    const { id } = this.company;
    const session = this.#session;
    const within = session.inTransaction ? (statement: Sql) => session.defer(statement) : undefined;
    return {
      schedule: <T>(job: JobRef<T>, data: T, options = {}) =>
        this.#parts.scheduleJob(id, job.id, data, options, within),
      cancel: <T>(job: JobRef<T>, key: string) => this.#parts.cancelJob(id, job.id, key, within),
    };
  }
  get addresses(): Addresses {
    return this.#parts.addresses(this.company.id, this.#context.plugin);
  }
  get tokens(): Tokens {
    const { plugin, company } = this.#context;
    return tokensOf(this.#session.sql, { plugin, companyId: company.id, prove: this.#parts.prove });
  }
  get attempts(): Attempts {
    return this.#parts.attempts(this.company.id, this.#context.plugin);
  }
  get leases(): Leases {
    return this.#parts.leases(this.company.id, this.#context.plugin);
  }
  get sessions(): Sessions {
    return this.#parts.sessions(this.company.id, this.#context.plugin);
  }
  cached<T>(cache: CompanyCache<T>): Promise<T> {
    const { plugin, company } = this.#context;
    const owner = this.#composition.caches.get(cache.id);
    if (owner?.cache !== cache)
      throw new Error(`${plugin} reads the cache "${cache.id}", which no plugin declares: host.cache`);
    // Without a user, outside this transaction and without its time limit, because other readers wait for the same
    // value.
    const context = { plugin: owner.plugin, company, user: undefined, language: company.language };
    const { signal } = new AbortController();
    return this.#parts.caches.get(cache, company.id, () =>
      cache.load(companyScope(this.#parts, { ...context, signal })),
    );
  }
  get secrets(): Secrets {
    return this.#parts.secrets(this.company.id, this.#context.plugin);
  }
  get settings(): Settings {
    return this.#parts.settings(this.company.id, this.#context.plugin);
  }
  get storage(): Storage {
    const { user } = this.#context;
    return this.#parts.storage(this.company.id, user === undefined, user?.super === true);
  }
  get origin(): Origin | undefined {
    return this.#context.origin;
  }
  get mail(): Mail {
    return {
      send: async (email) => {
        const { mail } = this.#parts;
        const { to, subject, text, html, status } = mail.written(email, email.language ?? this.company.language);
        await this.#session.sql.run(sql`select kernel.send_mail(${to}, ${subject}, ${text}, ${html}, ${status})`);
        this.#session.afterCommit(() => mail.wake());
      },
    };
  }
  async audit(entry: AuditEntry): Promise<void> {
    const { plugin, user, origin, company } = this.#context;
    const present = currentAuditContext();
    if (present) {
      present.describe(entry);
      return;
    }
    const auditContext = new AuditContext({ id: randomUUID(), companyId: company.id, plugin, user, origin, entry });
    await this.#session.sql.run(sql`select kernel.write_audit_entry(${auditContext.json}::jsonb)`);
  }
  t(key: string, values?: Record<string, string | number>): string {
    return this.#parts.translate(this.#context.plugin, this.#context.language, key, values);
  }
}

/** Creates the scope of one request, event or job. */
export const companyScope = (parts: ScopeParts, context: ScopeContext): Scope =>
  new CompanyScope(
    parts,
    context,
    parts.session(context.company.id, { plugin: context.plugin, isSuper: context.user?.super === true }),
    { composition: parts.registry.now },
  );

/** Runs work inside another company: only for routes of super users and public routes. */
export const inCompany =
  (parts: ScopeParts, context: Omit<ScopeContext, 'company'>) =>
  async <T>(companyId: number, work: (scope: Scope) => Promise<T>): Promise<T> => {
    const company = parts.company(companyId);
    if (!company) throw new AppError(404, 'ERR_NO_COMPANY_FOUND');
    if (!parts.switches.isOn(context.plugin, companyId)) throw new AppError(404, 'ERR_PLUGIN_DISABLED');
    currentAuditContext()?.touch(companyId);
    return work(companyScope(parts, { ...context, company }));
  };

/** Creates the scope of a public route without an address. */
export const platformScope = (
  parts: ScopeParts,
  context: Omit<ScopeContext, 'company'>,
  companyless: (id: string) => unknown,
): PlatformScope => ({
  t: (key, values) => parts.translate(context.plugin, context.language, key, values),
  log: parts.log({ plugin: context.plugin }),
  signal: context.signal,
  use: <T>(service: ServiceRef<T>) => companyless(service.id) as T,
  inCompany: inCompany(parts, context),
  attempts: parts.attempts(0, context.plugin),
});
