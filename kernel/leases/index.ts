import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '@balcao/sdk/server';
import { Lease, type LeaseHandlers } from './lease.ts';
import { LeaseStore } from './lease-store.ts';

export type { LeaseHandlers } from './lease.ts';
export { leases } from './migration.ts';

export interface LeasesOptions {
  owner: pg.Pool;
  nodeId: string;
  log: Log;
  /** Time after which a lease that was not renewed may be taken over, in milliseconds. */
  ttlMs?: number | undefined;
  /** Interval of renewing held leases, in milliseconds. Absent: three in a lease's time. */
  beatMs?: number;
  /** Interval of polling leases that others hold, in milliseconds. */
  pollMs?: number;
}

export interface HeldLease {
  readonly isHeld: boolean;
  /** Ends the session and lets another node have it at once; this node no longer requests it. */
  release(): Promise<void>;
}

const END_MS = 5_000;

/** Leases by name, each held by at most one node at a time: for sessions that must not exist twice. */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #ttlMs: number;
  readonly #store: LeaseStore;
  readonly #leases = new Map<string, Lease>();
  readonly #beat: NodeJS.Timeout;
  readonly #pollTimer: NodeJS.Timeout;
  #acquiring: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#ttlMs = options.ttlMs ?? 10_000;
    this.#store = new LeaseStore(options.owner, options.nodeId, randomUUID(), this.#ttlMs);
    this.#beat = setInterval(() => void this.#renew(), options.beatMs ?? this.#ttlMs * 0.3);
    this.#pollTimer = setInterval(() => this.#poll(), options.pollMs ?? 1_000);
  }

  /** Requests the name until it is released. Whenever the lease is lost it is requested again. */
  hold(name: string, handlers: LeaseHandlers): HeldLease {
    if (this.#stopped) throw new Error('LEASES_STOPPED');
    if (this.#leases.has(name)) throw new Error(`LEASE_TWICE: ${name}`);
    const lease = new Lease(name, handlers, this.#options.log);
    this.#leases.set(name, lease);
    void this.#acquireOnce();
    return {
      get isHeld() {
        return lease.isHeld;
      },
      release: async () => {
        // The name stays in use here until its session has ended, or it could be held a second time.
        if (!lease.isWanted) return;
        lease.isWanted = false;
        await this.#release([lease], 'LEASE_RELEASED');
        this.#leases.delete(name);
      },
    };
  }

  /** Names of leases that this node holds. */
  held(): string[] {
    return this.#all((lease) => lease.isHeld).map(({ name }) => name);
  }

  /** Ends all sessions and releases the leases. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    clearInterval(this.#pollTimer);
    await this.#acquiring;
    await this.#release([...this.#leases.values()], 'LEASES_STOPPED');
    clearInterval(this.#beat);
    this.#leases.clear();
  }

  #all(which: (lease: Lease) => boolean): Lease[] {
    return [...this.#leases.values()].filter(which);
  }

  #poll(): void {
    // Without an answer of the database the holder is unknown: the session ends before another may begin.
    for (const lease of this.#all(({ isOverdue }) => isOverdue)) void lease.end('LEASE_EXPIRED');
    void this.#acquireOnce();
  }

  #acquireOnce(): Promise<void> {
    this.#acquiring ??= this.#acquireWaiting()
      .catch((error: unknown) => this.#options.log.warn({ error }, 'lease request failed'))
      .finally(() => (this.#acquiring = undefined));
    return this.#acquiring;
  }

  async #acquireWaiting(): Promise<void> {
    const waiting = this.#all(({ isWaiting }) => isWaiting);
    if (waiting.length === 0 || this.#stopped) return;
    const until = this.#safeUntil();
    const got = new Set(await this.#store.acquire(waiting.map(({ name }) => name)));
    for (const lease of waiting) {
      if (!got.has(lease.name)) continue;
      if (this.#stopped || !lease.isWanted) {
        await this.#store.release([lease.name]);
        continue;
      }
      lease.acquired(until, this.#ttlMs, () => void this.#release([lease], 'LEASE_SESSION_FAILED'));
    }
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewHeld()
      .catch((error: unknown) => this.#options.log.warn({ error }, 'lease renewal failed'))
      .finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renewHeld(): Promise<void> {
    const held = this.#all(({ isHeld }) => isHeld);
    if (held.length === 0) return;
    const until = this.#safeUntil();
    const renewed = new Set(await this.#store.renew(held.map(({ name }) => name)));
    for (const lease of held) {
      if (renewed.has(lease.name)) lease.renewed(until);
      else if (lease.isHeld) {
        this.#options.log.warn({ lease: lease.name }, 'lease was lost');
        void lease.end('LEASE_LOST');
      }
    }
  }

  /** Counted from before the query, and a tenth early: the session must be told to end before the lease is free. */
  #safeUntil(): number {
    return performance.now() + this.#ttlMs * 0.9;
  }

  async #release(leases: readonly Lease[], reason: string): Promise<void> {
    const ended = Promise.all(leases.map((lease) => lease.end(reason)));
    await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
    await this.#store.release(leases.map(({ name }) => name)).catch((error: unknown) => {
      this.#options.log.warn({ error }, 'leases could not be released, they will expire');
    });
  }
}

export const openLeases = (options: LeasesOptions): Leases => new Leases(options);
