import type { Log } from '@balcao/sdk/server';

export interface JobsOptions {
  databaseUrl: string;
  /** `mongodb://…` keeps the jobs there; otherwise they are in the database. */
  jobsUrl?: string;
  log: Log;
  /** Whether the company has the plugin on. Asked again whenever a job is about to run. */
  gate(plugin: string, companyId: number): boolean;
  run(full: string, companyId: number, data: unknown, signal: AbortSignal): Promise<void>;
  /** After so long without a sign of life a job runs again elsewhere; renewed three times in it. */
  lockLifetimeMs?: number;
  /** How often a node looks for due jobs without being woken. */
  processEveryMs?: number;
  /** Tries of one run before it is kept as failed. */
  tries?: number;
  /** Wait before the second try; four times as long before each further one. */
  retryMs?: number;
  /** Jobs at one time on this node: all, and of one kind. */
  concurrency?: { total: number; each: number };
}

export interface DefinedJob {
  /** `plugin:name`. */
  id: string;
  plugin: string;
  every?: string;
  /** Throws on data of another shape; answers what the handler gets. */
  validate(data: unknown): unknown;
}

export interface JobStats {
  running: number;
  /** Of this process since it started: runs that ended well, and jobs given up after their last try. */
  done: number;
  givenUp: number;
  /** Kept as failed, in all. */
  failed: number;
}
