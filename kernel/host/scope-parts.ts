import type { EntityManager } from '@mikro-orm/core';
import type {
  Addresses,
  Attempts,
  Company,
  CurrentUser,
  Email,
  Language,
  Leases,
  Log,
  Origin,
  Secrets,
  Sessions,
  Settings,
  Sql,
  SqlRunner,
  Storage,
} from '@balcao/sdk/server';
import type { CompanyCaches } from './company-caches.ts';
import type { Guard } from './guard.ts';
import type { Registry } from './registry.ts';
import type { Switches } from './switches.ts';

/** Database access of one company, as the database layer provides it. */
export interface DataSession {
  readonly companyId: number;
  readonly sql: SqlRunner;
  readonly em: EntityManager;
  tx<T>(work: (inner: DataSession) => Promise<T>): Promise<T>;
  afterCommit(run: () => void): void;
  /** Inside a transaction: runs the statement together with the next one, or with the commit. */
  defer(statement: Sql): Promise<void>;
  readonly inTransaction: boolean;
}

/** The parts of the kernel that scopes are made of, each reduced to what a scope needs. */
export interface ScopeParts {
  registry: Registry;
  switches: Switches;
  guard: Guard;
  caches: Pick<CompanyCaches, 'get' | 'emitted'>;
  /** Opens the database. `isSuper` allows writes to the platform's rows. */
  session(companyId: number, behalf: { plugin: string; isSuper: boolean }): DataSession;
  /** Signs a text, to prove to the database that the kernel itself sends it. */
  prove(text: string): string;
  company(companyId: number): Company | undefined;
  /** Returns a company, also a new one that this node has not heard of yet. */
  loadCompany(companyId: number): Promise<Company | undefined>;
  can(user: CurrentUser, companyId: number, permission: string): boolean;
  settings(companyId: number, plugin: string): Settings;
  /** Opens the storage. `received` is true when nobody of the company is signed in, so the files come from outside. */
  storage(companyId: number, received: boolean, isSuper: boolean): Storage;
  addresses(companyId: number, plugin: string): Addresses;
  attempts(companyId: number, plugin: string): Attempts;
  leases(companyId: number, plugin: string): Leases;
  sessions(companyId: number, plugin: string): Sessions;
  secrets(companyId: number, plugin: string): Secrets;
  translate(plugin: string, language: Language, key: string, values?: Record<string, string | number>): string;
  emitLive(
    companyId: number,
    room: string,
    params: unknown,
    event: string,
    data: unknown,
    also?: { room: string; params: readonly unknown[] },
  ): void;
  recheck(companyId: number, which: { room?: string; params?: unknown; userId?: number }): void;
  /** Schedules a job. `within` is its transaction; absent: it is scheduled at once. */
  scheduleJob(
    companyId: number,
    job: string,
    data: unknown,
    options: { at?: Date; key?: string },
    within?: DataSession['defer'],
  ): Promise<void>;
  cancelJob(companyId: number, job: string, key: string, within?: DataSession['defer']): Promise<void>;
  mail: {
    /** Renders a mail for its row, with the conditions for sending it. */
    written(
      email: Email,
      language: Language,
    ): { to: string; subject: string; text: string; html: string; status: string };
    /** Called after a mail was committed, to send it. */
    wake(): void;
  };
  log(bindings: object): Log;
}

/** The caller of a handler and the limits of its work. */
export interface ScopeContext {
  plugin: string;
  company: Company;
  user: CurrentUser | undefined;
  language: Language;
  /** Origin of the request. */
  origin?: Origin;
  signal: AbortSignal;
  requestId?: string;
  /** Events that the request, event or job may still emit. Absent: no limit. */
  budget?: { events: number };
}
