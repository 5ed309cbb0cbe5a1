import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agenda, type Job } from 'agenda';
import { EVERY, INSTALLATION } from './job-store.ts';
import type { Envelope, FailedJob, JobStore, RecurringJob, Within } from './job-store.ts';
import { DueTimes } from './due-times.ts';
import { guardRepository, JobNotHeld, type GuardedRepository } from './guarded-repository.ts';
import type { DefinedJob, JobsOptions, JobStats } from './options.ts';
import { firstRun, nextRun } from './interval.ts';
import { idOf, JobWork, type Running } from './work.ts';

const RECONCILE_MS = 60_000;
const REFILL_MS = 10;
/**
 * Jobs that a node holds for each that it runs. Agenda goes through all of them whenever one ends, so a long queue costs
 * more than the jobs; other nodes could run what waits in it.
 */
const QUEUED = 2;
/** Most recurring jobs added by one statement. */
const PUT_AT_ONCE = 1_000;

/** Runs delayed and slow work: at least once, on one node at a time, only for companies that have the plugin on. */
export class JobRunner {
  readonly #options: JobsOptions;
  readonly #store: JobStore;
  readonly #agenda: Agenda;
  readonly #node = randomUUID();
  readonly #lockLifetimeMs: number;
  readonly #work: JobWork;
  readonly #guarded: GuardedRepository;
  readonly #dueTimes: DueTimes | undefined;
  #defined: ReadonlyMap<string, DefinedJob> = new Map();
  readonly #refills = new Map<string, NodeJS.Timeout>();
  readonly #most: number;
  /** Ids that were refused another job, in the order in which they will get one. */
  readonly #refused = new Set<string>();
  #timers: NodeJS.Timeout[] = [];

  constructor(options: JobsOptions, store: JobStore) {
    const { total, each } = options.concurrency ?? { total: 20, each: 5 };
    this.#options = options;
    this.#store = store;
    this.#most = total * QUEUED;
    this.#lockLifetimeMs = options.lockLifetimeMs ?? 30_000;
    const everyMs = options.processEveryMs ?? 5_000;
    this.#agenda = new Agenda({
      backend: store.backend,
      notificationChannel: store.channel,
      name: this.#node,
      // Agenda's rounds find nothing that `dueTimes` does not find; without them they are how due jobs are found.
      processEvery: store.nextDue ? this.#lockLifetimeMs : everyMs,
      maxConcurrency: total,
      defaultConcurrency: each,
      defaultLockLimit: each * QUEUED,
      defaultLockLifetime: this.#lockLifetimeMs,
    });
    this.#work = new JobWork(options, store, this.#agenda);
    const nextDue = store.nextDue?.bind(store);
    this.#dueTimes =
      nextDue &&
      new DueTimes({
        channel: store.channel,
        everyMs,
        log: options.log,
        ids: () => [...this.#defined.keys()],
        nextDue: (ids) => nextDue(ids, this.#lockLifetimeMs),
      });
    this.#guarded = guardRepository(store, this.#node, options.log, {
      dueTimes: this.#dueTimes,
      mayTake: (id, taking) => this.#mayTake(id, taking),
      tookNone: () => {
        const [first] = this.#refused;
        if (first === undefined) return;
        this.#refused.delete(first);
        this.#refill(first);
      },
    });
    this.#agenda.on('error', (error: unknown) => {
      if (error instanceof JobNotHeld) options.log.debug({ error }, 'running job is not held by this node any more');
      else options.log.warn({ error }, 'job store is unreachable');
    });
    this.#agenda.on('complete', (job) => {
      // Only jobs of other nodes come without attributes, and those are not reported.
      if (!('attrs' in job)) return;
      this.#work.open.delete(job as Job<Envelope>);
      this.#refill(this.#nextAfter(job.attrs.name));
    });
  }

  /** Throws when an interval cannot be parsed, or when the recurring job would refuse to run without data. */
  check(list: readonly DefinedJob[]): void {
    const ids = new Set<string>();
    for (const defined of list) {
      if (ids.has(defined.id)) throw new Error(`JOB_TWICE: ${defined.id}`);
      ids.add(defined.id);
      if (defined.every === undefined) continue;
      nextRun(this.#agenda, defined.every, new Date());
      defined.validate({});
    }
  }

  /**
   * Replaces all job definitions. Running jobs end as they began, waiting ones run by the new definition, and those
   * without one wait until it exists again.
   */
  define(list: readonly DefinedJob[]): void {
    this.check(list);
    this.#defined = new Map(list.map((defined) => [defined.id, defined]));
    for (const { id } of list) {
      // Defined by its id and never removed, because Agenda looks the definition up while a job runs.
      if (this.#agenda.definitions[id]) continue;
      this.#agenda.define<Envelope>(id, (job) => this.#run(id, job), {
        backoff: ({ attempt, error, jobData }) =>
          this.#work.backoff(this.#defined.get(id), attempt, error, jobData as Envelope),
      });
    }
    if (this.#timers.length > 0) void this.#reconcile();
  }

  #run(id: string, job: Job<Envelope>): Promise<void> {
    const defined = this.#defined.get(id);
    return defined ? this.#work.run(defined, job) : this.#work.leave(job);
  }

  /**
   * Schedules a job at `at`, or at once. With a key it replaces the job that waits under it, on any node. `within` is
   * an open transaction of the company, with which it is committed.
   */
  async schedule(
    id: string,
    companyId: number,
    data: unknown,
    options: { at?: Date; key?: string } = {},
    within?: Within,
  ): Promise<void> {
    const defined = this.#defined.get(id);
    if (!defined) throw new Error(`JOB_UNKNOWN: ${id}`);
    // The value is validated as it will be read back: a Date, for instance, becomes text.
    const input: unknown = data === undefined ? {} : JSON.parse(JSON.stringify(data));
    defined.validate(input);
    const key = options.key === undefined ? {} : { key: `key:${options.key}` };
    await this.#store.put(id, { companyId, ...key, input }, options.at ?? new Date(), within);
  }

  /** Removes the job that waits under the key; a running one continues. `within` works as in `schedule`. */
  async cancel(id: string, companyId: number, key: string, within?: Within): Promise<void> {
    await this.#store.cancel(id, companyId, `key:${key}`, within);
  }

  /** Pauses the jobs of a plugin that was switched off for the company: waiting ones stay, running ones are aborted. */
  async pause(plugin: string, companyId: number): Promise<void> {
    await this.#store.disable(this.#idsOf(plugin), companyId, true);
    this.#work.abort('JOB_PAUSED', (running) => running.plugin === plugin && running.companyId === companyId);
  }

  /** Aborts the running jobs of a plugin that is gone from this node; they run again where it exists. */
  stopOf(plugin: string): void {
    this.#work.abort('JOB_PLUGIN_GONE', (running) => running.plugin === plugin);
  }

  /** Resumes the jobs of a plugin that is on again. */
  async resume(plugin: string, companyId: number): Promise<void> {
    await this.#store.disable(this.#idsOf(plugin), companyId, false);
  }

  /**
   * Schedules the recurring jobs of all or some plugins that the companies have on. Existing ones keep their next time.
   */
  async ensureEvery(companies: readonly number[], isAsked: (plugin: string) => boolean = () => true): Promise<void> {
    const jobs: RecurringJob[] = [];
    // Finding the next time of a cron line takes time, and most companies share a time zone.
    const times = new Map<string, Date>();
    const first = (every: string, timeZone: string | undefined): Date => {
      const key = `${every}\0${timeZone}`;
      const at = times.get(key) ?? firstRun(this.#agenda, every, timeZone);
      times.set(key, at);
      return at;
    };
    for (const { id, plugin, every, due } of this.#defined.values()) {
      if (every === undefined || due || !isAsked(plugin)) continue;
      for (const companyId of companies) {
        if (!this.#options.gate(plugin, companyId)) continue;
        const timeZone = this.#options.timeZone?.(companyId);
        const data: Envelope = {
          companyId,
          key: EVERY,
          every,
          input: {},
          ...(timeZone === undefined ? {} : { timeZone }),
        };
        jobs.push({ name: id, data, at: first(every, timeZone) });
      }
    }
    for (let from = 0; from < jobs.length; from += PUT_AT_ONCE)
      await this.#store.putRecurring(jobs.slice(from, from + PUT_AT_ONCE));
  }

  /** Removes the jobs of a company that was removed, and aborts those that run here. */
  async removeCompany(companyId: number): Promise<void> {
    await this.#store.removeCompany(companyId);
    this.#work.abort('JOB_COMPANY_GONE', (running) => running.companyId === companyId);
  }

  async start(): Promise<void> {
    await this.#agenda.start();
    await this.#dueTimes?.start();
    this.#timers = [
      setInterval(() => void this.#beat(), this.#lockLifetimeMs / 3),
      setInterval(() => void this.#reconcile(), RECONCILE_MS),
    ];
    await this.#reconcile();
  }

  /** Stops the runner. Running jobs get half the time to finish, are then aborted, and run again elsewhere. */
  async stop(timeoutMs = 10_000): Promise<void> {
    if (this.#work.isStopping) return;
    this.#work.isStopping = true;
    // Agenda forgets its processor when it stops, but not what the processor is doing.
    const processor = this.#processor();
    const isIdle = (): boolean => this.#work.open.size === 0 && (processor?.runningJobs.length ?? 0) === 0;
    const taken = this.#guarded.stopTaking();
    this.#dueTimes?.stop();
    await this.#agenda.stop(false);
    for (const timer of this.#refills.values()) clearTimeout(timer);
    await Promise.race([taken, sleep(timeoutMs / 2, undefined, { ref: false })]);
    if (!(await waitUntil(isIdle, timeoutMs / 2))) {
      this.#work.abort('JOB_NODE_STOPS');
      await waitUntil(isIdle, timeoutMs / 2);
    }
    // The locks are renewed until here, so that a slow job does not run elsewhere too.
    for (const timer of this.#timers) clearInterval(timer);
    await this.#store.close();
  }

  async stats(): Promise<JobStats> {
    const failed = await this.#store.failedCount();
    return { running: this.#work.running.size, done: this.#work.done, givenUp: this.#work.givenUp, failed };
  }

  /** Returns failed jobs, newest first. */
  failed(limit = 50): Promise<FailedJob[]> {
    return this.#store.failed(Math.min(Math.max(1, Math.trunc(limit)), 200));
  }

  /** Gives a failed job all its attempts again. */
  retry(id: string): Promise<boolean> {
    return this.#store.retry(id);
  }

  /** Deletes a failed job. */
  remove(id: string): Promise<boolean> {
    return this.#store.remove(id);
  }

  /** Schedules the looks for companies in which something is due, one for each job of the installation. */
  async #ensureDue(): Promise<void> {
    try {
      const jobs = [...this.#defined.values()].flatMap(({ id, every, due }): RecurringJob[] =>
        every === undefined || !due
          ? []
          : [
              {
                name: id,
                data: { companyId: INSTALLATION, key: EVERY, every, input: {} },
                at: firstRun(this.#agenda, every),
              },
            ],
      );
      if (jobs.length > 0) await this.#store.putRecurring(jobs);
    } catch (error) {
      this.#options.log.warn({ error }, 'recurring jobs could not be scheduled');
    }
  }

  #idsOf(plugin: string): string[] {
    return [...this.#defined.values()].filter((defined) => defined.plugin === plugin).map(({ id }) => id);
  }

  /** Returns whether there is room for a job of this id. An id that is refused gets the next place that becomes free. */
  #mayTake(id: string, taking: number): boolean {
    if (this.#locked().length + taking < this.#most) return true;
    this.#refused.add(id);
    return false;
  }

  /** Returns the id that gets the place of a job that ended: each of those that wait for one in its turn. */
  #nextAfter(id: string): string {
    const [first] = this.#refused;
    if (first === undefined) return id;
    this.#refused.delete(first);
    this.#refused.add(id);
    return first;
  }

  /** Agenda takes further jobs of a kind only in its next round, although there is room after each end. */
  #refill(name: string): void {
    if (this.#work.isStopping || this.#refills.has(name)) return;
    const timer = setTimeout(() => {
      this.#refills.delete(name);
      if (!this.#work.isStopping) (this.#dueTimes ?? this.#store.channel).wake(name);
    }, REFILL_MS);
    this.#refills.set(name, timer);
  }

  /** Renews the locks of all claimed jobs, and finds those that were lost, deleted or disabled elsewhere. */
  async #beat(): Promise<void> {
    const jobs = new Set([...this.#work.running.keys(), ...this.#locked()]);
    if (jobs.size === 0) return;
    const now = new Date();
    try {
      const beats = await this.#store.beat([...jobs].map(idOf), this.#node, now);
      const found = new Map(beats.map((beat) => [beat.id, beat]));
      for (const [job, running] of this.#work.running) {
        if (jobs.has(job)) this.#applyBeat(running, found.get(idOf(job))?.disabled);
      }
    } catch (error) {
      this.#options.log.warn({ error }, 'locks of running jobs could not be renewed');
    }
  }

  /** Stops a job that was disabled, or whose lock this node lost. */
  #applyBeat(running: Running, disabled: boolean | undefined): void {
    if (disabled) running.control.abort(new Error('JOB_PAUSED'));
    if (disabled !== undefined) return;
    running.lost = true;
    running.control.abort(new Error('JOB_LOCK_LOST'));
  }

  /** Returns the jobs that Agenda has locked for this node. */
  #locked(): readonly Job<Envelope>[] {
    return this.#processor()?.lockedJobs ?? [];
  }

  /** Returns the private lists of Agenda (6.2.6). A job is in `runningJobs` before and after its handler runs. */
  #processor(): Processor | undefined {
    return (this.#agenda as unknown as { jobProcessor?: Processor }).jobProcessor;
  }

  /**
   * Finds jobs that wait for a plugin which is on, because the node that paused them may have missed the change, and
   * looks for companies that a node without the plugin has disabled.
   */
  async #reconcile(): Promise<void> {
    await this.#ensureDue();
    try {
      for (const { name, companyId } of await this.#store.disabled()) {
        const plugin = this.#defined.get(name)?.plugin;
        if (plugin !== undefined && this.#options.gate(plugin, companyId)) {
          await this.#store.disable([name], companyId, false);
        }
      }
    } catch (error) {
      this.#options.log.warn({ error }, 'waiting jobs could not be checked');
    }
  }
}

interface Processor {
  lockedJobs: Job<Envelope>[];
  runningJobs: Job<Envelope>[];
}

const waitUntil = async (isDone: () => boolean, timeoutMs: number): Promise<boolean> => {
  const end = performance.now() + timeoutMs;
  while (!isDone()) {
    if (performance.now() >= end) return false;
    await sleep(10);
  }
  return true;
};
