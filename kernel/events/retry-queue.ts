import { setTimeout as sleep } from 'node:timers/promises';
import { RetryLater, type Log } from '@balcao/sdk/server';
import type { Handling } from './handling.ts';
import type { InFlight } from './in-flight.ts';
import { orderingKeyOf, type OrderedRuns } from './ordered-runs.ts';
import type { Failure, Postponement, RetryingEvent, RetryStore } from './retry-store.ts';
import type { Partition } from './partition.ts';
import type { EventMetrics, OutgoingEvent, Subscriber } from './subscriber.ts';

export interface RetryQueueOptions {
  store: RetryStore;
  orderedRuns: OrderedRuns;
  handling: Handling;
  inFlight: InFlight;
  log: Log;
  metrics: EventMetrics;
  attempts: number;
  /** First and longest wait before a retry, in milliseconds. */
  backoff: { firstMs: number; maxMs: number };
  perCompany: number;
  /** Called when the next event of an ordering key may be due, so that the queue is polled again. */
  onProgress(): void;
}

const MAX_AT_ONCE = 200;
const OFF_SECONDS = 60;

/**
 * Events whose subscriber failed, retried with growing waits in the order of their key until they become dead
 * letters.
 */
export class RetryQueue {
  /** Deliveries by this process since it started. */
  delivered = 0;
  readonly #options: RetryQueueOptions;
  readonly #retrying = new Map<string, { companyId: number; partition: number }>();
  #polling = false;
  #pollAgain = false;

  constructor(options: RetryQueueOptions) {
    this.#options = options;
  }

  attemptsOf(subscriber: Subscriber): number {
    return subscriber.attempts ?? this.#options.attempts;
  }

  /**
   * Queues an event that has just failed, or that comes behind a blocked key. Returns false when it was not written
   * and the outbox row must stay.
   */
  async add(
    partition: Partition,
    orderingKey: string,
    subscriber: Subscriber,
    event: OutgoingEvent,
    error?: Error,
  ): Promise<boolean> {
    const failure = error && this.#failure(subscriber, 1, error);
    const added = await this.#add(partition, orderingKey, subscriber, event, failure);
    if (failure && added) this.#report(subscriber, event, failure);
    return added;
  }

  /** Queues an event that its subscriber asked to get later. No attempt is counted. */
  async wait(
    partition: Partition,
    orderingKey: string,
    subscriber: Subscriber,
    event: OutgoingEvent,
    ms: number,
  ): Promise<boolean> {
    return this.#add(partition, orderingKey, subscriber, event, { wait: ms / 1000 });
  }

  async #add(
    partition: Partition,
    orderingKey: string,
    subscriber: Subscriber,
    event: OutgoingEvent,
    failure: Failure | Postponement | undefined,
  ): Promise<boolean> {
    const blocks = !failure?.dead;
    if (blocks) partition.block(orderingKey);
    const added = await this.#written(partition, () =>
      this.#options.store.add(partition.number, subscriber.id, event, failure),
    );
    if (added !== true && blocks) partition.block(orderingKey, -1);
    return added !== undefined;
  }

  /** Starts the retries that are due. */
  async poll(partitions: readonly Partition[], subscribers: ReadonlyMap<string, Subscriber>): Promise<void> {
    if (partitions.length === 0 || this.#retrying.size >= MAX_AT_ONCE) return;
    if (this.#polling) {
      this.#pollAgain = true;
      return;
    }
    this.#polling = true;
    this.#pollAgain = false;
    try {
      const byNumber = new Map(partitions.map((partition) => [partition.number, partition]));
      const due = await this.#options.store.due([...byNumber.keys()], {
        exceptIds: [...this.#retrying.keys()],
        exceptCompanies: this.#busyCompanies(),
      });
      for (const retrying of due) {
        const partition = byNumber.get(retrying.partition);
        if (!partition?.active || this.#retrying.has(retrying.retryId) || this.#retrying.size >= MAX_AT_ONCE) continue;
        if (this.#busyCompanies().includes(retrying.companyId)) continue;
        this.#retrying.set(retrying.retryId, { companyId: retrying.companyId, partition: partition.number });
        this.#options.inFlight.hold(partition.number);
        void this.#retry(partition, retrying, subscribers.get(retrying.subscriber))
          .catch((error: unknown) => {
            this.#options.log.error({ error, subscriber: retrying.subscriber }, 'event retry failed');
          })
          .finally(() => {
            this.#retrying.delete(retrying.retryId);
            this.#options.inFlight.release(partition.number);
            if (partition.blocked.size > 0) this.#options.onProgress();
          });
      }
    } finally {
      this.#polling = false;
      if (this.#pollAgain) this.#options.onProgress();
    }
  }

  isRetrying(partition: number): boolean {
    for (const retry of this.#retrying.values()) if (retry.partition === partition) return true;
    return false;
  }

  #busyCompanies(): number[] {
    const counts = new Map<number, number>();
    for (const { companyId } of this.#retrying.values()) counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= this.#options.perCompany).map(([company]) => company);
  }

  async #retry(partition: Partition, retrying: RetryingEvent, subscriber: Subscriber | undefined): Promise<void> {
    const { store, orderedRuns } = this.#options;
    const orderingKey = orderingKeyOf(retrying.subscriber, retrying.companyId, retrying.key);
    if (!subscriber?.isOn(retrying.companyId)) {
      // The event was emitted while the plugin was on, so it waits until the plugin is on again.
      await this.#written(partition, () => store.postpone(retrying, OFF_SECONDS));
      return;
    }
    if (retrying.replay) {
      await orderedRuns.run(orderingKey, async () => {
        if (partition.active)
          await this.#settle(
            partition,
            orderingKey,
            retrying,
            subscriber,
            await this.#handle(partition, retrying, subscriber),
          );
      });
      return;
    }
    // The key is blocked, so its only other work is queueing. The outcome takes its turn behind that, or an event
    // could be queued behind a head that is gone.
    const error = await this.#handle(partition, retrying, subscriber);
    await orderedRuns.run(orderingKey, () => this.#settle(partition, orderingKey, retrying, subscriber, error));
  }

  async #handle(partition: Partition, retrying: RetryingEvent, subscriber: Subscriber): Promise<Error | undefined> {
    const attempt = retrying.attempts + 1;
    const last = attempt >= this.attemptsOf(subscriber);
    const { error } = await this.#options.handling.run(partition, subscriber, retrying, attempt, last);
    return error;
  }

  async #settle(
    partition: Partition,
    orderingKey: string,
    retrying: RetryingEvent,
    subscriber: Subscriber,
    error: Error | undefined,
  ): Promise<void> {
    const { store } = this.#options;
    if (error instanceof RetryLater) {
      await this.#written(partition, () => store.postpone(retrying, error.waitMs / 1000));
      return;
    }
    const failure = error && this.#failure(subscriber, retrying.attempts + 1, error);
    const written = await this.#written(partition, async () => {
      await (failure ? store.failed(retrying, failure) : store.delivered(retrying));
      return true;
    });
    if (!written) return;
    if (!retrying.replay && (!failure || failure.dead)) partition.block(orderingKey, -1);
    if (failure) this.#report(subscriber, retrying, failure);
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
    if (!dead) return log.warn(about, 'event handler failed, will be retried');
    metrics.dead?.(subscriber.id);
    log.error(about, 'event became a dead letter');
  }

  /**
   * Tries until the change is stored. Returns undefined when the partition was lost, because its rows belong to
   * another node then.
   */
  async #written<T>(partition: Partition, write: () => Promise<T>): Promise<T | undefined> {
    for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
      if (partition.lost) return undefined;
      try {
        return await write();
      } catch (error) {
        this.#options.log.warn({ error }, 'retry queue could not be written');
        await sleep(wait);
      }
    }
  }
}
