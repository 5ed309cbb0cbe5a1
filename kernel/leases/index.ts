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
  /** A lease that was not renewed for so long may be taken over. */
  ttlMs?: number;
  /** How often held leases are renewed. */
  beatMs?: number;
  /** How often leases that others hold are asked for. */
  pollMs?: number;
}

export interface Hold {
  readonly isHeld: boolean;
  /** Ends the session and lets another node have it at once; this node does not want it any more. */
  release(): Promise<void>;
}

const END_MS = 5_000;

/** Names of which at most one node at a time has each: for sessions that must not exist twice. */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #ttlMs: number;
  readonly #store: LeaseStore;
  readonly #leases = new Map<string, Lease>();
  readonly #beat: NodeJS.Timeout;
  readonly #poll: NodeJS.Timeout;
  #asking: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#ttlMs = options.ttlMs ?? 10_000;
    this.#store = new LeaseStore(options.owner, options.nodeId, randomUUID(), this.#ttlMs);
    this.#beat = setInterval(() => void this.#renew(), options.beatMs ?? 3_000);
    this.#poll = setInterval(() => this.#look(), options.pollMs ?? 1_000);
  }

  /** Wants the name from now on, until it is released: whenever it is lost it is asked for again. */
  hold(name: string, handlers: LeaseHandlers): Hold {
    if (this.#stopped) throw new Error('LEASES_STOPPED');
    if (this.#leases.has(name)) throw new Error(`LEASE_TWICE: ${name}`);
    const lease = new Lease(name, handlers, this.#options.log);
    this.#leases.set(name, lease);
    void this.#ask();
    return {
      get isHeld() {
        return lease.isHeld;
      },
      release: async () => {
        // The name stays taken here until its session has ended, or it could be held again beside it.
        if (!lease.isWanted) return;
        lease.isWanted = false;
        await this.#giveBack([lease], 'LEASE_RELEASED');
        this.#leases.delete(name);
      },
    };
  }

  /** Names that this node has now. */
  held(): string[] {
    return this.#all((lease) => lease.isHeld).map(({ name }) => name);
  }

  /** Ends all sessions and gives the leases back. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    clearInterval(this.#poll);
    await this.#asking;
    await this.#giveBack([...this.#leases.values()], 'LEASES_STOPPED');
    clearInterval(this.#beat);
    this.#leases.clear();
  }

  #all(which: (lease: Lease) => boolean): Lease[] {
    return [...this.#leases.values()].filter(which);
  }

  #look(): void {
    // Without a word from the database nobody knows whose it is: the session ends before another may begin.
    for (const lease of this.#all(({ isOverdue }) => isOverdue)) void lease.end('LEASE_EXPIRED');
    void this.#ask();
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#acquireWaiting()
      .catch((error: unknown) => this.#options.log.warn({ error }, 'leases could not be asked for'))
      .finally(() => (this.#asking = undefined));
    return this.#asking;
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
      lease.acquired(until, this.#ttlMs, () => void this.#giveBack([lease], 'LEASE_SESSION_FAILED'));
    }
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewHeld()
      .catch((error: unknown) => this.#options.log.warn({ error }, 'leases could not be renewed'))
      .finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renewHeld(): Promise<void> {
    const held = this.#all(({ isHeld }) => isHeld);
    if (held.length === 0) return;
    const until = this.#safeUntil();
    const kept = new Set(await this.#store.renew(held.map(({ name }) => name)));
    for (const lease of held) {
      if (kept.has(lease.name)) lease.renewed(until);
      else if (lease.isHeld) {
        this.#options.log.warn({ lease: lease.name }, 'a lease was lost');
        void lease.end('LEASE_LOST');
      }
    }
  }

  /** Counted from before the question, and a tenth early: the session must have heard before the lease is free. */
  #safeUntil(): number {
    return performance.now() + this.#ttlMs * 0.9;
  }

  async #giveBack(leases: readonly Lease[], reason: string): Promise<void> {
    const ended = Promise.all(leases.map((lease) => lease.end(reason)));
    await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
    await this.#store.release(leases.map(({ name }) => name)).catch((error: unknown) => {
      this.#options.log.warn({ error }, 'leases could not be given back, they will expire');
    });
  }
}

export const openLeases = (options: LeasesOptions): Leases => new Leases(options);
