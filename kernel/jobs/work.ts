import { RetryLater } from '@balcao/sdk/server';
import type { Agenda, Job } from 'agenda';
import { DUE, EVERY, INSTALLATION, type Envelope, type JobStore } from './job-store.ts';
import type { DefinedJob, JobsOptions } from './options.ts';
import { nextRun } from './interval.ts';

export interface Running {
  readonly plugin: string;
  readonly companyId: number;
  readonly control: AbortController;
  /** True when another node holds the job or it was deleted; its outcome is not decided here. */
  lost: boolean;
}

class InvalidJobData extends Error {
  override readonly name = 'InvalidJobData';
}

/** Runs one job and decides what happens to it afterwards: Agenda saves the times that are set here. */
export class JobWork {
  readonly running = new Map<Job<Envelope>, Running>();
  /** Jobs that run, and those whose outcome Agenda is still saving. */
  readonly open = new Set<Job<Envelope>>();
  /** By this process since it started: finished runs, and jobs that failed in all attempts. */
  done = 0;
  givenUp = 0;
  isStopping = false;
  readonly #options: JobsOptions;
  readonly #store: JobStore;
  readonly #agenda: Agenda;
  readonly #tries: number;

  constructor(options: JobsOptions, store: JobStore, agenda: Agenda) {
    this.#options = options;
    this.#store = store;
    this.#agenda = agenda;
    this.#tries = options.tries ?? 3;
  }

  /** Leaves a job that has no definition on this node, until one exists. */
  async leave(job: Job<Envelope>): Promise<void> {
    this.open.add(job);
    await this.#putBack(job);
    await this.#store.disableOne(idOf(job), true);
  }

  async run(defined: DefinedJob, job: Job<Envelope>): Promise<void> {
    const { companyId, key, input } = job.attrs.data;
    const running: Running = { plugin: defined.plugin, companyId, control: new AbortController(), lost: false };
    const keyed = key !== undefined && key !== EVERY;
    this.open.add(job);
    this.running.set(job, running);
    try {
      if (this.isStopping) return await this.#putBack(job);
      if (key === EVERY && (companyId === INSTALLATION || defined.due)) return await this.#look(defined, job);
      if (!this.#options.gate(defined.plugin, companyId)) return await this.#hold(defined, job);
      if (keyed && (await this.#store.begin(idOf(job), defined.id)) === 'gone') return;
      running.control.signal.throwIfAborted();
      await this.#options.run(defined.id, companyId, valid(defined, input), running.control.signal);
      this.done += 1;
      if (key === EVERY && defined.every !== undefined) job.attrs.nextRunAt = this.#next(defined.every, job);
    } catch (error) {
      if (running.lost) throw error;
      if (running.control.signal.aborted) return await this.#putBack(job);
      if (error instanceof RetryLater) return await this.#putBack(job, error.waitMs);
      await this.#fail(defined, job, error);
    } finally {
      this.running.delete(job);
    }
  }

  /** Lets the job run in the companies in which something is due. */
  async #look(defined: DefinedJob, job: Job<Envelope>): Promise<void> {
    const { due, every, plugin, id } = defined;
    // The plugin was upgraded: its job looks no longer for companies, or does so now and ran in each of them before.
    if (!due || every === undefined || job.attrs.data.companyId !== INSTALLATION) return;
    const companies = (await due()).filter((companyId) => this.#options.gate(plugin, companyId));
    if (companies.length > 0) await this.#store.putDue(id, companies);
    job.attrs.nextRunAt = this.#next(every, job);
  }

  async #putBack(job: Job<Envelope>, waitMs = 0): Promise<void> {
    const { key } = job.attrs.data;
    const wanted = key === undefined || key === EVERY || (await this.#store.putBack(idOf(job)));
    job.attrs.nextRunAt = wanted ? new Date(Date.now() + waitMs) : null;
  }

  async #hold(defined: DefinedJob, job: Job<Envelope>): Promise<void> {
    await this.#putBack(job);
    await this.#store.disableOne(idOf(job), true);
    // The plugin was switched on in between, and nothing else would enable the job again.
    if (this.#options.gate(defined.plugin, job.attrs.data.companyId)) await this.#store.disableOne(idOf(job), false);
  }

  async #fail(defined: DefinedJob, job: Job<Envelope>, error: unknown): Promise<void> {
    const { companyId, key } = job.attrs.data;
    const tries = (job.attrs.failCount ?? 0) + 1;
    const last = this.#isLast(tries, error);
    if (key !== undefined && key !== EVERY && !last && !(await this.#store.putBack(idOf(job)))) return;
    const about = { job: defined.id, companyId, tries, error };
    if (last) {
      this.givenUp += 1;
      this.#options.log.error(about, 'job failed in all attempts');
    } else this.#options.log.warn(about, 'job failed, will be retried');
    // The next look adds it again while something is due.
    if (last && key === DUE) return;
    throw plain(error);
  }

  #isLast(tries: number, error: unknown): boolean {
    return error instanceof InvalidJobData || tries % this.#tries === 0;
  }

  /** Returns the milliseconds until the next attempt, or null after the last one. */
  backoff(defined: DefinedJob | undefined, attempt: number, error: Error, { key, timeZone }: Envelope): number | null {
    if (!this.#isLast(attempt, error)) return (this.#options.retryMs ?? 10_000) * 4 ** ((attempt - 1) % this.#tries);
    if (key !== EVERY || defined?.every === undefined) return null;
    const now = new Date();
    return Math.max(0, nextRun(this.#agenda, defined.every, now, timeZone).getTime() - now.getTime());
  }

  #next(every: string, job: Job<Envelope>): Date {
    return nextRun(this.#agenda, every, job.attrs.lastRunAt ?? new Date(), job.attrs.data.timeZone);
  }

  abort(reason: string, of: (running: Running) => boolean = () => true): void {
    for (const running of this.running.values()) if (of(running)) running.control.abort(new Error(reason));
  }
}

export const idOf = (job: Job<Envelope>): string => String(job.attrs._id);

const valid = (defined: DefinedJob, input: unknown): unknown => {
  try {
    return defined.validate(input);
  } catch (error) {
    throw new InvalidJobData(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** Returns an error that PostgreSQL can store: text without NUL, of limited length. */
const plain = (error: unknown): Error => {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 2_000);
  return error instanceof InvalidJobData ? new InvalidJobData(message) : new Error(message, { cause: error });
};
