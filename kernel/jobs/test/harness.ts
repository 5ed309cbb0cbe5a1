import type pg from 'pg';
import { silent } from '../../events/test/harness.ts';
import { openJobs, type DefinedJob, type JobRunner, type JobsOptions } from '../index.ts';

export interface Run {
  node: string;
  id: string;
  companyId: number;
  data: unknown;
}

export type Handler = (run: Run, signal: AbortSignal) => Promise<void> | void;

export const job = (id: string, more: Partial<DefinedJob> = {}): DefinedJob => ({
  id,
  plugin: id.split(':')[0] ?? id,
  validate: (data) => data,
  ...more,
});

/** Nodes on one store, the jobs they ran, and the switch of each plugin and company. */
export class Nodes {
  readonly runs: Run[] = [];
  readonly off = new Set<string>();
  readonly #databaseUrl: string;
  readonly #jobsUrl: string | undefined;
  readonly #open: JobRunner[] = [];

  constructor(databaseUrl: string, jobsUrl?: string) {
    this.#databaseUrl = databaseUrl;
    this.#jobsUrl = jobsUrl;
  }

  async start(
    list: DefinedJob[],
    handle: Handler = () => undefined,
    options: Partial<JobsOptions> = {},
  ): Promise<JobRunner> {
    const node = `node${this.#open.length}`;
    const runner = await openJobs({
      databaseUrl: this.#databaseUrl,
      ...(this.#jobsUrl === undefined ? {} : { jobsUrl: this.#jobsUrl }),
      log: silent,
      gate: (plugin, companyId) => !this.off.has(`${plugin} ${companyId}`),
      run: async (id, companyId, data, signal) => {
        const run = { node, id, companyId, data };
        this.runs.push(run);
        await handle(run, signal);
      },
      processEveryMs: 100,
      retryMs: 30,
      ...options,
    });
    this.#open.push(runner);
    runner.define(list);
    await runner.start();
    return runner;
  }

  data(): unknown[] {
    return this.runs.map((run) => run.data);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#open.map((runner) => runner.stop(1_000)));
  }
}

export const jobsLeft = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from jobs.job');
  return rows[0]?.n ?? 0;
};
