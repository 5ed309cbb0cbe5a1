import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { RetryLater, type Log } from '@balcao/sdk/server';
import { Handling } from './handling.ts';
import { InFlight, type Claimed } from './in-flight.ts';
import { orderingKeyOf, OrderedRuns } from './ordered-runs.ts';
import { Notifier } from './notifier.ts';
import { OutboxStore } from './outbox-store.ts';
import { RetryStore } from './retry-store.ts';
import { RetryQueue } from './retry-queue.ts';
import { CHANNEL, PartitionLocks } from './partition-locks.ts';
import type { EventMetrics, Subscriber } from './subscriber.ts';

export interface DispatcherOptions {
  /** Pool of the tables' owner, which sees all companies. */
  owner: pg.Pool;
  /**
   * URL for the dedicated connection that holds the locks and listens. It must not go through a pooler in transaction
   * mode.
   */
  listenUrl: string;
  log: Log;
  metrics?: EventMetrics;
  /** Time limit of a handler, in milliseconds. Beyond it the attempt counts as failed and its signal is aborted. */
  handlerTimeoutMs?: number;
  /** Attempts before an event becomes a dead letter. */
  attempts?: number;
  backoff?: { firstMs: number; maxMs: number };
  /** Most events in flight at one time: in total, per company and per ordering key. */
  limits?: { total: number; company: number; key: number };
  /** Interval of reading the outbox without a notification, in milliseconds. */
  pollMs?: number;
  /** Interval of sharing the partitions among the nodes, in milliseconds. */
  balanceMs?: number;
}

export interface DispatcherStats {
  partitions: number[];
  nodes: number;
  inFlight: number;
  /** Deliveries by this process since it started. */
  delivered: number;
  /** Events in the outbox, counted up to 10,000. */
  waiting: number;
  /** Age of the oldest waiting event, in seconds. */
  lag: number;
  retrying: number;
  dead: number;
}

const BATCH = 500;
const FLUSH_MS = 5;
const FLUSH_AT = 200;

/**
 * Delivers events from the outbox to their subscribers, at least once, in order per subscriber, company and ordering
 * key.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #outbox: OutboxStore;
  readonly #inFlight: InFlight;
  readonly #orderedRuns = new OrderedRuns();
  readonly #handling: Handling;
  readonly #retryQueue: RetryQueue;
  readonly #locks: PartitionLocks;
  readonly #notifier: Notifier;
  #byEvent = new Map<string, Subscriber[]>();
  #byId = new Map<string, Subscriber>();
  #delivered = 0;
  #done: Claimed[] = [];
  #flushing: Promise<void> | undefined;
  #flushTimer: NodeJS.Timeout | undefined;
  #pollTimer: NodeJS.Timeout | undefined;
  #pumping: Promise<void> | undefined;
  #pumpAgain = false;
  #leftBehind = false;
  #stopping = false;

  constructor(options: DispatcherOptions) {
    const { owner, listenUrl, log, metrics = {} } = options;
    const limits = options.limits ?? { total: 2_000, company: 200, key: 100 };
    const retryStore = new RetryStore(owner);
    this.#options = options;
    this.#outbox = new OutboxStore(owner);
    this.#inFlight = new InFlight(limits);
    this.#handling = new Handling(options.handlerTimeoutMs ?? 60_000, metrics);
    this.#retryQueue = new RetryQueue({
      store: retryStore,
      orderedRuns: this.#orderedRuns,
      handling: this.#handling,
      inFlight: this.#inFlight,
      log,
      metrics,
      attempts: options.attempts ?? 8,
      backoff: options.backoff ?? { firstMs: 1_000, maxMs: 300_000 },
      perCompany: Math.max(1, Math.ceil(limits.company / 4)),
      onProgress: () => this.#pollRetryQueue(),
    });
    this.#notifier = new Notifier(FLUSH_MS, () => owner.query(`notify ${CHANNEL}`));
    this.#locks = new PartitionLocks({
      listenUrl,
      log,
      balanceMs: options.balanceMs ?? 500,
      mayClaim: (partition) => this.#inFlight.unfinished(partition) === 0 && !this.#retryQueue.isRetrying(partition),
      prepare: (partition) => retryStore.load(partition),
      isDrained: (partition) => this.#inFlight.countOf(partition) === 0,
      onClaimed: () => this.#pump(),
      // Another node may deliver the same events now, so handlers still running here are aborted.
      onLost: (partitions) => this.#handling.abort('EVENT_PART_LOST', (partition) => partitions.includes(partition)),
      onNotified: () => this.#pump(),
    });
  }

  /** Sets the subscribers, whose ids must be unique. Called before `start`. */
  setSubscribers(list: readonly Subscriber[]): void {
    this.#byId = new Map(list.map((subscriber) => [subscriber.id, subscriber]));
    if (this.#byId.size !== list.length) throw new Error('EVENT_SUBSCRIBER_TWICE');
    this.#byEvent = Map.groupBy(list, ({ event }) => event);
  }

  async start(): Promise<void> {
    await this.#locks.start();
    this.#pollTimer = setInterval(() => this.#poll(), this.#options.pollMs ?? 250);
    this.#poll();
  }

  /**
   * Reads the outbox at once and notifies the other nodes. Called after a commit that emitted events, never inside a
   * transaction.
   */
  wake(): void {
    this.#pump();
    if (this.#locks.nodes !== 1 && !this.#stopping) this.#notifier.request();
  }

  /**
   * Lets running handlers finish for up to `timeoutMs`, leaves everything else in the outbox, and releases the
   * partitions.
   */
  async stop(timeoutMs = 10_000): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    clearInterval(this.#pollTimer);
    this.#notifier.stop();
    this.#locks.leaveAll();
    this.#handling.beginStop();
    await this.#pumping;
    if (!(await this.#drained(timeoutMs))) {
      this.#handling.abort('EVENT_NODE_STOPS');
      await this.#drained(1_000);
    }
    clearTimeout(this.#flushTimer);
    await this.#locks.end();
  }

  async stats(): Promise<DispatcherStats> {
    const { rows } = await this.#options.owner.query<{ waiting: number; lag: number; retrying: number; dead: number }>(
      STATS,
    );
    return {
      partitions: [...this.#locks.owned.keys()].sort((a, b) => a - b),
      nodes: this.#locks.nodes,
      inFlight: this.#inFlight.inFlight,
      delivered: this.#delivered + this.#retryQueue.delivered,
      ...(rows[0] ?? { waiting: 0, lag: 0, retrying: 0, dead: 0 }),
    };
  }

  #poll(): void {
    this.#pump();
    this.#pollRetryQueue();
    if (this.#done.length > 0) void this.#flush();
  }

  #pollRetryQueue(): void {
    if (this.#stopping) return;
    this.#retryQueue.poll([...this.#locks.owned.values()], this.#byId).catch((error: unknown) => {
      this.#options.log.warn({ error }, 'retry queue could not be read');
    });
  }

  #pump(): void {
    if (this.#stopping) return;
    if (this.#pumping) {
      this.#pumpAgain = true;
      return;
    }
    this.#pumping = this.#claimAll()
      .catch((error: unknown) => this.#options.log.warn({ error }, 'outbox could not be read'))
      .finally(() => {
        this.#pumping = undefined;
        if (!this.#pumpAgain) return;
        this.#pumpAgain = false;
        this.#pump();
      });
  }

  async #claimAll(): Promise<void> {
    for (;;) {
      const partitions = this.#locks.owned;
      this.#leftBehind = this.#inFlight.isFull;
      if (this.#stopping || partitions.size === 0 || this.#leftBehind) return;
      const companies = this.#inFlight.fullCompanies;
      const keys = this.#inFlight.fullKeys;
      const perPartition = Math.max(32, Math.ceil(BATCH / partitions.size));
      const claim = { partitions: [...partitions.keys()], except: this.#inFlight.ids, companies, keys, perPartition };
      const events = await this.#outbox.claim(claim);
      const readPerPartition = new Map<number, number>();
      for (const event of events) {
        readPerPartition.set(event.partition, (readPerPartition.get(event.partition) ?? 0) + 1);
        const partition = partitions.get(event.partition);
        if (!partition?.active) continue;
        const subscribers = this.#byEvent.get(event.event) ?? [];
        const claimed = this.#inFlight.claim(event, partition, subscribers.length);
        if (claimed) this.#deliverAll(claimed, subscribers);
        else this.#leftBehind = true;
      }
      this.#leftBehind ||= companies.length > 0 || keys.length > 0;
      if (![...readPerPartition.values()].some((read) => read >= perPartition)) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #deliverAll(claimed: Claimed, subscribers: readonly Subscriber[]): void {
    if (subscribers.length === 0) return this.#finish(claimed);
    const { companyId, key } = claimed.event;
    for (const subscriber of subscribers) {
      const orderingKey = orderingKeyOf(subscriber.id, companyId, key);
      void this.#orderedRuns.run(orderingKey, async () => {
        try {
          if (!(await this.#deliver(claimed, subscriber, orderingKey))) claimed.dropped = true;
        } catch (error) {
          claimed.dropped = true;
          this.#options.log.error({ error, subscriber: subscriber.id }, 'event delivery failed');
        }
        claimed.waiting -= 1;
        if (claimed.waiting === 0) this.#finish(claimed);
      });
    }
  }

  /** Returns false when the subscriber still has to get the event, from the next owner of the partition. */
  async #deliver({ partition, event }: Claimed, subscriber: Subscriber, orderingKey: string): Promise<boolean> {
    if (!partition.active) return false;
    if (!subscriber.isOn(event.companyId)) return true;
    if (partition.blocked.has(orderingKey)) return this.#retryQueue.add(partition, orderingKey, subscriber, event);
    const last = this.#retryQueue.attemptsOf(subscriber) <= 1;
    const { error } = await this.#handling.run(partition, subscriber, event, 1, last);
    if (partition.lost) return false;
    if (error instanceof RetryLater)
      return this.#retryQueue.wait(partition, orderingKey, subscriber, event, error.waitMs);
    if (error) return this.#retryQueue.add(partition, orderingKey, subscriber, event, error);
    this.#delivered += 1;
    return true;
  }

  #finish(claimed: Claimed): void {
    this.#inFlight.finish(claimed);
    if (claimed.dropped) {
      this.#inFlight.forget(claimed);
      return;
    }
    this.#done.push(claimed);
    if (this.#done.length >= FLUSH_AT) void this.#flush();
    else this.#flushTimer ??= setTimeout(() => void this.#flush(), FLUSH_MS);
  }

  #flush(): Promise<void> {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    this.#flushing ??= this.#removeDone().finally(() => {
      this.#flushing = undefined;
      if (this.#leftBehind && this.#inFlight.isHalfEmpty) this.#pump();
    });
    return this.#flushing;
  }

  async #removeDone(): Promise<void> {
    const batch = this.#done.slice();
    if (batch.length === 0) return;
    try {
      await this.#outbox.remove(batch.map(({ event }) => event));
    } catch (error) {
      // The events stay in flight, so they are not claimed again; the next poll tries to delete them once more.
      this.#options.log.warn({ error, events: batch.length }, 'delivered events could not be removed from the outbox');
      return;
    }
    this.#done = this.#done.slice(batch.length);
    for (const claimed of batch) this.#inFlight.forget(claimed);
    if (this.#done.length > 0) this.#flushTimer ??= setTimeout(() => void this.#flush(), FLUSH_MS);
  }

  async #drained(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (this.#inFlight.heldInAll > 0) {
      if (this.#done.length > 0) await this.#flush();
      if (performance.now() >= end) return false;
      await sleep(5);
    }
    return true;
  }
}

const STATS = `
  select (select count(*)::int from (select 1 from kernel.outbox limit 10000) w) as waiting,
         coalesce((select extract(epoch from clock_timestamp() - min(h.created_at))::float8
                     from generate_series(0, 15) p, lateral (
                       select created_at from kernel.outbox o where o.partition = p order by o.id limit 1) h), 0) as lag,
         (select count(*)::int from kernel.event_retry where not dead) as retrying,
         (select count(*)::int from kernel.event_retry where dead) as dead`;
