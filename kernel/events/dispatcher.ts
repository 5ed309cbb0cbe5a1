import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { RetryLater, type Log } from '@balcao/sdk/server';
import { Handling } from './handling.ts';
import { InFlight, type Claimed } from './in-flight.ts';
import { laneOf, Lanes } from './lanes.ts';
import { Notifier } from './notifier.ts';
import { OutboxStore } from './outbox-store.ts';
import { RetryStore } from './retry-store.ts';
import { RetryQueue } from './retry-queue.ts';
import { CHANNEL, PartitionLocks } from './partition-locks.ts';
import type { EventMetrics, Subscriber } from './subscriber.ts';

export interface DispatcherOptions {
  /** The pool of the tables' owner: it sees all companies. */
  owner: pg.Pool;
  /** For the dedicated connection of locks and LISTEN: past any pooler in transaction mode. */
  listenUrl: string;
  log: Log;
  metrics?: EventMetrics;
  /** Milliseconds a handler may take; over it counts as failed and its signal is aborted. */
  handlerTimeoutMs?: number;
  /** Attempts before an event is a dead letter. */
  attempts?: number;
  backoff?: { firstMs: number; maxMs: number };
  /** Events in flight at one time: all, of one company, of one key. */
  limits?: { total: number; company: number; key: number };
  /** How often the outbox is read without being woken. */
  pollMs?: number;
  /** How often the parts are shared out anew. */
  balanceMs?: number;
}

export interface DispatcherStats {
  parts: number[];
  nodes: number;
  inFlight: number;
  /** Deliveries of this process since it started. */
  delivered: number;
  /** Events in the outbox, counted up to 10,000. */
  waiting: number;
  /** Seconds since the oldest waiting event was emitted. */
  lag: number;
  parked: number;
  dead: number;
}

const BATCH = 500;
const FLUSH_MS = 5;
const FLUSH_AT = 200;

/** Takes events from the outbox to their subscribers: at least once, in order per subscriber, company and key. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #outbox: OutboxStore;
  readonly #inFlight: InFlight;
  readonly #lanes = new Lanes();
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
  #poll: NodeJS.Timeout | undefined;
  #pumping: Promise<void> | undefined;
  #pumpAgain = false;
  #leftBehind = false;
  #stopping = false;

  constructor(options: DispatcherOptions) {
    const { owner, listenUrl, log, metrics = {} } = options;
    const limits = options.limits ?? { total: 2_000, company: 200, key: 100 };
    const parked = new RetryStore(owner);
    this.#options = options;
    this.#outbox = new OutboxStore(owner);
    this.#inFlight = new InFlight(limits);
    this.#handling = new Handling(options.handlerTimeoutMs ?? 60_000, metrics);
    this.#retryQueue = new RetryQueue({
      store: parked,
      lanes: this.#lanes,
      handling: this.#handling,
      inFlight: this.#inFlight,
      log,
      metrics,
      attempts: options.attempts ?? 8,
      backoff: options.backoff ?? { firstMs: 1_000, maxMs: 300_000 },
      perCompany: Math.max(1, Math.ceil(limits.company / 4)),
      onProgress: () => this.#lookAtParked(),
    });
    this.#notifier = new Notifier(FLUSH_MS, () => owner.query(`notify ${CHANNEL}`));
    this.#locks = new PartitionLocks({
      listenUrl,
      log,
      balanceMs: options.balanceMs ?? 500,
      mayTake: (part) => this.#inFlight.unfinished(part) === 0 && !this.#retryQueue.isRetrying(part),
      prepare: (part) => parked.load(part),
      isDrained: (part) => this.#inFlight.held(part) === 0,
      onTaken: () => this.#pump(),
      // What still runs may meet its twin on another node: it is told to end.
      onLost: (parts) => this.#handling.abort('EVENT_PART_LOST', (part) => parts.includes(part)),
      onNotified: () => this.#pump(),
    });
  }

  /** Before `start`. Ids are unique. */
  setSubscribers(list: readonly Subscriber[]): void {
    this.#byId = new Map(list.map((subscriber) => [subscriber.id, subscriber]));
    if (this.#byId.size !== list.length) throw new Error('EVENT_SUBSCRIBER_TWICE');
    this.#byEvent = Map.groupBy(list, ({ event }) => event);
  }

  async start(): Promise<void> {
    await this.#locks.start();
    this.#poll = setInterval(() => this.#look(), this.#options.pollMs ?? 250);
    this.#look();
  }

  /** After a commit that emitted: this node looks at once, the others are told. Never call it inside a transaction. */
  wake(): void {
    this.#pump();
    if (this.#locks.nodes !== 1 && !this.#stopping) this.#notifier.request();
  }

  /** Lets handlers that run finish for up to `timeoutMs`, leaves the rest in the outbox, gives the parts back. */
  async stop(timeoutMs = 10_000): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    clearInterval(this.#poll);
    this.#notifier.stop();
    this.#locks.leaveAll();
    await this.#pumping;
    if (!(await this.#drained(timeoutMs))) {
      this.#handling.abort('EVENT_NODE_STOPS');
      await this.#drained(1_000);
    }
    clearTimeout(this.#flushTimer);
    await this.#locks.end();
  }

  async stats(): Promise<DispatcherStats> {
    const { rows } = await this.#options.owner.query<{ waiting: number; lag: number; parked: number; dead: number }>(
      STATS,
    );
    return {
      parts: [...this.#locks.owned.keys()].sort((a, b) => a - b),
      nodes: this.#locks.nodes,
      inFlight: this.#inFlight.inFlight,
      delivered: this.#delivered + this.#retryQueue.delivered,
      ...(rows[0] ?? { waiting: 0, lag: 0, parked: 0, dead: 0 }),
    };
  }

  #look(): void {
    this.#pump();
    this.#lookAtParked();
    if (this.#done.length > 0) void this.#flush();
  }

  #lookAtParked(): void {
    if (this.#stopping) return;
    this.#retryQueue.look([...this.#locks.owned.values()], this.#byId).catch((error: unknown) => {
      this.#options.log.warn({ error }, 'parked events could not be read');
    });
  }

  #pump(): void {
    if (this.#stopping) return;
    if (this.#pumping) {
      this.#pumpAgain = true;
      return;
    }
    this.#pumping = this.#claimAll()
      .catch((error: unknown) => this.#options.log.warn({ error }, 'the outbox could not be read'))
      .finally(() => {
        this.#pumping = undefined;
        if (!this.#pumpAgain) return;
        this.#pumpAgain = false;
        this.#pump();
      });
  }

  async #claimAll(): Promise<void> {
    for (;;) {
      const parts = this.#locks.owned;
      this.#leftBehind = this.#inFlight.isFull;
      if (this.#stopping || parts.size === 0 || this.#leftBehind) return;
      const companies = this.#inFlight.fullCompanies;
      const keys = this.#inFlight.fullKeys;
      const perPart = Math.max(32, Math.ceil(BATCH / parts.size));
      const claim = { parts: [...parts.keys()], except: this.#inFlight.ids, companies, keys, perPart };
      const events = await this.#outbox.claim(claim);
      const perPartRead = new Map<number, number>();
      for (const event of events) {
        perPartRead.set(event.part, (perPartRead.get(event.part) ?? 0) + 1);
        const part = parts.get(event.part);
        if (!part?.active) continue;
        const subscribers = this.#byEvent.get(event.event) ?? [];
        const claimed = this.#inFlight.take(event, part, subscribers.length);
        if (claimed) this.#deliverAll(claimed, subscribers);
        else this.#leftBehind = true;
      }
      this.#leftBehind ||= companies.length > 0 || keys.length > 0;
      if (![...perPartRead.values()].some((read) => read >= perPart)) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #deliverAll(claimed: Claimed, subscribers: readonly Subscriber[]): void {
    if (subscribers.length === 0) return this.#finish(claimed);
    const { companyId, key } = claimed.event;
    for (const subscriber of subscribers) {
      const lane = laneOf(subscriber.id, companyId, key);
      void this.#lanes.run(lane, async () => {
        try {
          if (!(await this.#deliver(claimed, subscriber, lane))) claimed.dropped = true;
        } catch (error) {
          claimed.dropped = true;
          this.#options.log.error({ error, subscriber: subscriber.id }, 'an event could not be delivered');
        }
        claimed.waiting -= 1;
        if (claimed.waiting === 0) this.#finish(claimed);
      });
    }
  }

  /** False: this subscriber still has to get it, from whoever owns the part next. */
  async #deliver({ part, event }: Claimed, subscriber: Subscriber, lane: string): Promise<boolean> {
    if (!part.active) return false;
    if (!subscriber.isOn(event.companyId)) return true;
    if (part.blocked.has(lane)) return this.#retryQueue.add(part, lane, subscriber, event);
    const last = this.#retryQueue.attemptsOf(subscriber) <= 1;
    const { error } = await this.#handling.run(part, subscriber, event, 1, last);
    if (part.lost) return false;
    if (error instanceof RetryLater) return this.#retryQueue.wait(part, lane, subscriber, event, error.waitMs);
    if (error) return this.#retryQueue.add(part, lane, subscriber, event, error);
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
      // They stay in hand, so they are not claimed again; the next poll tries once more.
      this.#options.log.warn({ error, events: batch.length }, 'delivered events could not be removed');
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
                       select created_at from kernel.outbox o where o.part = p order by o.id limit 1) h), 0) as lag,
         (select count(*)::int from kernel.event_parked where not dead) as parked,
         (select count(*)::int from kernel.event_parked where dead) as dead`;
