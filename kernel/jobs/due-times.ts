import type { Log } from '@balcao/sdk/server';
import type { WakeChannel } from './wake-channel.ts';

/** Two jobs that become due within so many milliseconds are found by one look. */
const NEAR_MS = 20;
/** A job that is due and was not taken is being taken by another node, which commits within this time. */
const CONTENDED_MS = 50;

interface DueTimesOptions {
  channel: WakeChannel;
  /** Interval of looking for the next jobs of all ids, in milliseconds. */
  everyMs: number;
  log: Log;
  /** Ids of the jobs that this node can run. */
  ids(): readonly string[];
  /** Returns when the next waiting job of each id is due; ids without one are missing. */
  nextDue(ids: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

/**
 * Wakes Agenda for an id when a job of it becomes due. Agenda itself asks for every id in every round, and takes jobs
 * that are due until its next round ahead of their time: each gets a timer, and each timer goes through all of them, so
 * that 300 recurring jobs of one minute took seconds of a core. Here one statement tells the next time of every id, and
 * there is one timer for each.
 */
export class DueTimes {
  readonly #options: DueTimesOptions;
  readonly #timers = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  /** Ids of which a job may be due. */
  readonly #due = new Set<string>();
  #looking: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: DueTimesOptions) {
    this.#options = options;
    options.channel.onNotified = (id, at) => this.found(id, at ?? new Date());
  }

  async start(): Promise<void> {
    this.#looking = setInterval(() => void this.#look(), this.#options.everyMs);
    await this.#look();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#looking);
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Returns false when no job of this id can be due, so that the store need not be asked. */
  mayBeDue(id: string): boolean {
    return this.#due.has(id);
  }

  /** Looks for jobs of this id at once. */
  wake(id: string): void {
    if (this.#isStopped) return;
    this.#due.add(id);
    this.#options.channel.wake(id);
  }

  /** A job of this id is due at this time. */
  found(id: string, at: Date): void {
    const time = at.getTime();
    if (time <= Date.now()) this.wake(id);
    // Later ones are found by the next look at all ids.
    else if (time <= Date.now() + this.#options.everyMs * 2) this.#wakeAt(id, time);
  }

  /** No job of this id is due now: looks when the next one is. */
  async noneLeft(id: string): Promise<void> {
    this.#due.delete(id);
    const next = (await this.#next([id])).get(id);
    if (next) this.found(id, new Date(Math.max(next.getTime(), Date.now() + CONTENDED_MS)));
  }

  async #look(): Promise<void> {
    for (const [id, at] of await this.#next(this.#options.ids())) this.found(id, at);
  }

  async #next(ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    if (this.#isStopped || ids.length === 0) return new Map();
    try {
      return await this.#options.nextDue(ids);
    } catch (error) {
      if (!this.#isStopped) this.#options.log.warn({ error }, 'due jobs could not be looked for');
      return new Map();
    }
  }

  #wakeAt(id: string, at: number): void {
    if (this.#isStopped) return;
    const set = this.#timers.get(id);
    if (set && set.at <= at + NEAR_MS) return;
    clearTimeout(set?.timer);
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        this.wake(id);
      },
      at + NEAR_MS - Date.now(),
    );
    this.#timers.set(id, { at: at + NEAR_MS, timer });
  }
}
