import type { Log } from '@balcao/sdk/server';

export interface JobsOptions {
  databaseUrl: string;
  /** Most connections to the database. */
  poolSize?: number | undefined;
  /** A `mongodb://…` URL stores the jobs there; otherwise they are in the database. */
  jobsUrl?: string;
  log: Log;
  /** Returns the time zone in which the cron lines of a company's recurring jobs are read. */
  timeZone?: ((companyId: number) => string | undefined) | undefined;
  /** Returns whether the company has the plugin on. Called again whenever a job is about to run. */
  gate(plugin: string, companyId: number): boolean;
  run(full: string, companyId: number, data: unknown, signal: AbortSignal): Promise<void>;
  /** Milliseconds without a renewal after which a job runs again elsewhere; it is renewed three times within it. */
  lockLifetimeMs?: number | undefined;
  /** Interval of looking for due jobs without a notification, in milliseconds. */
  processEveryMs?: number;
  /** Attempts of one run before it is stored as failed. */
  tries?: number;
  /** Milliseconds before the second attempt; four times as long before each further one. */
  retryMs?: number;
  /** Most jobs at one time on this node: in total, and of one kind. */
  concurrency?: { total: number; each: number };
}

export interface DefinedJob {
  /** Id in the form `plugin:name`. */
  id: string;
  plugin: string;
  every?: string;
  /** Returns the companies in which a recurring job has something to do; without it, it runs in all. */
  due?: (() => Promise<readonly number[]>) | undefined;
  /** Returns the handler's input, or throws on data of another shape. */
  validate(data: unknown): unknown;
}

export interface JobStats {
  running: number;
  /** By this process since it started: finished runs, and jobs that failed in all attempts. */
  done: number;
  givenUp: number;
  /** All jobs that are stored as failed. */
  failed: number;
}
