import { setTimeout as sleep } from 'node:timers/promises';
import { RetryLater, type Log } from '@balcao/sdk/server';
import type { Handling } from './handling.ts';
import type { InFlight } from './in-flight.ts';
import { laneOf, type Lanes } from './lanes.ts';
import type { Failure, RetryingEvent, RetryStore, Waiting } from './retry-store.ts';
import type { Partition } from './partition.ts';
import type { EventMetrics, OutgoingEvent, Subscriber } from './subscriber.ts';

export interface RetryQueueOptions {
  store: RetryStore;
  lanes: Lanes;
  handling: Handling;
  inFlight: InFlight;
  log: Log;
  metrics: EventMetrics;
  attempts: number;
  /** First wait and longest wait, in milliseconds. */
  backoff: { firstMs: number; maxMs: number };
  perCompany: number;
  /** The next of a lane may be due: look again. */
  onProgress(): void;
}

const MAX_AT_ONCE = 200;
const OFF_SECONDS = 60;

/** Events whose subscriber failed: tried again with growing waits, in the order of their lane, until they are dead. */
export class RetryQueue {
  /** Of this process since it started. */
  delivered = 0;
  readonly #options: RetryQueueOptions;
  readonly #retrying = new Map<string, { companyId: number; part: number }>();
  #looking = false;
  #lookAgain = false;

  constructor(options: RetryQueueOptions) {
    this.#options = options;
  }

  attemptsOf(subscriber: Subscriber): number {
    return subscriber.attempts ?? this.#options.attempts;
  }

  /** Parks what has just failed, or what comes behind a blocked lane's head. False: not written, the row must stay. */
  async add(
    part: Partition,
    lane: string,
    subscriber: Subscriber,
    event: OutgoingEvent,
    error?: Error,
  ): Promise<boolean> {
    const failure = error && this.#failure(subscriber, 1, error);
    const added = await this.#add(part, lane, subscriber, event, failure);
    if (failure && added) this.#report(subscriber, event, failure);
    return added;
  }

  /** Parks what its subscriber cannot take for a while, through no fault of the event: no attempt is counted. */
  async wait(
    part: Partition,
    lane: string,
    subscriber: Subscriber,
    event: OutgoingEvent,
    ms: number,
  ): Promise<boolean> {
    return this.#add(part, lane, subscriber, event, { attempts: 0, dead: false, wait: ms / 1000 });
  }

  async #add(
    part: Partition,
    lane: string,
    subscriber: Subscriber,
    event: OutgoingEvent,
    failure: Failure | Waiting | undefined,
  ): Promise<boolean> {
    const blocks = !failure?.dead;
    if (blocks) part.block(lane);
    const added = await this.#written(part, () => this.#options.store.add(part.number, subscriber.id, event, failure));
    if (added !== true && blocks) part.block(lane, -1);
    return added !== undefined;
  }

  /** Starts what is due. */
  async look(parts: readonly Partition[], subscribers: ReadonlyMap<string, Subscriber>): Promise<void> {
    if (parts.length === 0 || this.#retrying.size >= MAX_AT_ONCE) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    this.#lookAgain = false;
    try {
      const byNumber = new Map(parts.map((part) => [part.number, part]));
      const due = await this.#options.store.due(
        [...byNumber.keys()],
        [...this.#retrying.keys()],
        this.#busyCompanies(),
      );
      for (const parked of due) {
        const part = byNumber.get(parked.part);
        if (!part?.active || this.#retrying.has(parked.retryId) || this.#retrying.size >= MAX_AT_ONCE) continue;
        if (this.#busyCompanies().includes(parked.companyId)) continue;
        this.#retrying.set(parked.retryId, { companyId: parked.companyId, part: part.number });
        this.#options.inFlight.hold(part.number);
        void this.#retry(part, parked, subscribers.get(parked.subscriber))
          .catch((error: unknown) => {
            this.#options.log.error({ error, subscriber: parked.subscriber }, 'a parked event could not be tried');
          })
          .finally(() => {
            this.#retrying.delete(parked.retryId);
            this.#options.inFlight.release(part.number);
            if (part.blocked.size > 0) this.#options.onProgress();
          });
      }
    } finally {
      this.#looking = false;
      if (this.#lookAgain) this.#options.onProgress();
    }
  }

  isRetrying(part: number): boolean {
    for (const retry of this.#retrying.values()) if (retry.part === part) return true;
    return false;
  }

  #busyCompanies(): number[] {
    const counts = new Map<number, number>();
    for (const { companyId } of this.#retrying.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= this.#options.perCompany).map(([company]) => company);
  }

  async #retry(part: Partition, parked: RetryingEvent, subscriber: Subscriber | undefined): Promise<void> {
    const { store, lanes } = this.#options;
    const lane = laneOf(parked.subscriber, parked.companyId, parked.key);
    if (!subscriber?.isOn(parked.companyId)) {
      // It came while the plugin was on: it is owed, and waits for the plugin.
      await this.#written(part, () => store.postpone(parked, OFF_SECONDS));
      return;
    }
    if (parked.replay) {
      await lanes.run(lane, async () => {
        if (part.active)
          await this.#settle(part, lane, parked, subscriber, await this.#handle(part, parked, subscriber));
      });
      return;
    }
    // The lane is blocked, so only parking happens on it meanwhile; the outcome takes its turn behind that parking,
    // or an event could be parked behind a head that is gone.
    const error = await this.#handle(part, parked, subscriber);
    await lanes.run(lane, () => this.#settle(part, lane, parked, subscriber, error));
  }

  async #handle(part: Partition, parked: RetryingEvent, subscriber: Subscriber): Promise<Error | undefined> {
    const attempt = parked.attempts + 1;
    const last = attempt >= this.attemptsOf(subscriber);
    const { error } = await this.#options.handling.run(part, subscriber, parked, attempt, last);
    return error;
  }

  async #settle(
    part: Partition,
    lane: string,
    parked: RetryingEvent,
    subscriber: Subscriber,
    error: Error | undefined,
  ): Promise<void> {
    const { store } = this.#options;
    if (error instanceof RetryLater) {
      await this.#written(part, () => store.postpone(parked, error.waitMs / 1000));
      return;
    }
    const failure = error && this.#failure(subscriber, parked.attempts + 1, error);
    const written = await this.#written(part, async () => {
      await (failure ? store.failed(parked, failure) : store.delivered(parked));
      return true;
    });
    if (!written) return;
    if (!parked.replay && (!failure || failure.dead)) part.block(lane, -1);
    if (failure) this.#report(subscriber, parked, failure);
    else this.delivered += 1;
  }

  #failure(subscriber: Subscriber, attempts: number, error: Error): Failure {
    const { firstMs, maxMs } = this.#options.backoff;
    const ms = Math.min(firstMs * 2 ** (attempts - 1), maxMs) * (0.8 + Math.random() * 0.4);
    return { attempts, error, dead: attempts >= this.attemptsOf(subscriber), wait: ms / 1000 };
  }

  #report(subscriber: Subscriber, event: OutgoingEvent, { attempts, error, dead }: Failure): void {
    const { log, metrics } = this.#options;
    const about = {
      subscriber: subscriber.id,
      event: event.event,
      id: event.id,
      companyId: event.companyId,
      attempts,
      error,
    };
    if (!dead) return log.warn(about, 'event handler failed, it will be tried again');
    metrics.dead?.(subscriber.id);
    log.error(about, 'event became a dead letter');
  }

  /** Until it is in the database, or the part is no longer ours to write about (undefined). */
  async #written<T>(part: Partition, write: () => Promise<T>): Promise<T | undefined> {
    for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
      if (part.lost) return undefined;
      try {
        return await write();
      } catch (error) {
        this.#options.log.warn({ error }, 'a parked event could not be written');
        await sleep(wait);
      }
    }
  }
}
