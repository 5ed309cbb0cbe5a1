import type { Sql } from '@balcao/sdk/server';
import type { AgendaBackend, JobParameters } from 'agenda';
import type { WakeChannel } from './wake-channel.ts';

/** The `data` of a job in Agenda. */
export interface Envelope {
  /** 0 for the recurring job that looks for the companies in which something is due. */
  companyId: number;
  /**
   * `key:…` as the plugin gave it, `every` for the recurring one, `due` for a run of that where something is due. There
   * is one waiting job for each name, company and key.
   */
  key?: string;
  /** Set while it runs, so that a new job of the same key may wait beside it. */
  running?: boolean;
  /** Interval for which the row of a recurring job was made. */
  every?: string;
  timeZone?: string;
  input: unknown;
}

/** In place of a company's id: the job is of the installation, and looks for companies in which something is due. */
export const INSTALLATION = 0;
export const EVERY = 'every';
/** Key of the run of a recurring job in a company in which something is due. */
export const DUE = 'due';

/** Runs a statement in an open transaction of the company, at the latest with its commit. */
export type Within = (statement: Sql) => Promise<void>;

export interface FailedJob {
  id: string;
  job: string;
  companyId: number;
  data: unknown;
  tries: number;
  reason: string;
  failedAt: Date;
}

export interface Heartbeat {
  id: string;
  /** True when another node disabled the job while it runs here. */
  disabled: boolean;
}

export interface RecurringJob {
  name: string;
  data: Envelope;
  /** First run of a new one. */
  at: Date;
}

/** Atomic operations that Agenda's own repository lacks, on the same table or collection. */
export interface JobStore {
  readonly backend: AgendaBackend;
  readonly channel: WakeChannel;
  /**
   * Returns when the next job of each name is due that waits, or whose lock is that old; names without one are missing.
   * A store without it is asked for each name in every round.
   */
  nextDue?(names: readonly string[], lockLifetimeMs: number): Promise<ReadonlyMap<string, Date>>;
  /**
   * Adds a job; with a key it replaces the one that waits. `within` is an open transaction of the company, with which
   * the job is committed or rolled back. MongoDB cannot take part in it: there the job is added at once.
   */
  put(name: string, data: Envelope, at: Date, within?: Within): Promise<void>;
  /** Adds recurring jobs, or changes their intervals; those with the same interval stay as they are. */
  putRecurring(jobs: readonly RecurringJob[]): Promise<void>;
  /**
   * Adds the run of a recurring job in each of these companies, at once; where one waits or runs already, nothing is
   * added.
   */
  putDue(name: string, companies: readonly number[]): Promise<void>;
  /** Saves the state of a run when `node` still holds the job. */
  saveState(job: JobParameters, node: string): Promise<boolean>;
  /** Removes a finished job when `node` still holds it. */
  finish(id: string, node: string): Promise<boolean>;
  /** Marks a keyed job as running. `gone`: it was cancelled or replaced, also while a dead node ran it. */
  begin(id: string, name: string): Promise<'begun' | 'gone'>;
  /**
   * Returns it to waiting, for another try. False: a newer job of the same key waits already, so this one is
   * obsolete.
   */
  putBack(id: string): Promise<boolean>;
  /** Removes the job that waits under the key. `within` works as in `put`. */
  cancel(name: string, companyId: number, key: string, within?: Within): Promise<void>;
  /** Disables or enables the jobs of a company, whose plugin was switched off or on. */
  disable(names: readonly string[], companyId: number, disabled: boolean): Promise<void>;
  disableOne(id: string, disabled: boolean): Promise<void>;
  disabled(): Promise<{ name: string; companyId: number }[]>;
  /** Removes all jobs of a company. */
  removeCompany(companyId: number): Promise<void>;
  /** Renews the locks that `node` holds. Jobs missing in the result were lost or deleted. */
  beat(ids: readonly string[], node: string, at: Date): Promise<Heartbeat[]>;
  failed(limit: number): Promise<FailedJob[]>;
  failedCount(): Promise<number>;
  retry(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  close(): Promise<void>;
}
