import type { Pool } from 'pg';
import type { Log } from '@balcao/sdk/server';
import type { HeldLease, Leases } from '../leases/index.ts';

export interface PresenceOptions {
  owner: Pool;
  leases: Leases;
  nodeId: string;
  log: Log;
  /** Interval of the sweep for people of dead nodes, in milliseconds. */
  sweepMs?: number;
}

interface Connected {
  companyId: number;
  sockets: number;
  /** Time of the person's last sign of activity, in milliseconds. */
  seenAt: number;
}

/** Shortest time between two stored signs of activity of a person. */
const seenEveryMs = 60_000;

/**
 * People who are online. Their rows count while their node is alive, so people of a killed node go offline with its
 * lease.
 */
export class Presence {
  readonly #options: PresenceOptions;
  #changed: (companyId: number, userId: number, online: boolean) => void = () => undefined;
  readonly #connected = new Map<number, Connected>();
  /** Pending write of each person: one at a time, and the last one stores the state at that moment. */
  readonly #writing = new Map<number, Promise<void>>();
  #hold: HeldLease | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Sets the listener, called once, on one node, when somebody came online or went offline on any node. */
  onChange(listener: (companyId: number, userId: number, online: boolean) => void): void {
    this.#changed = listener;
  }

  start(): void {
    const { leases, nodeId, sweepMs = 3_000 } = this.#options;
    this.#hold = leases.hold(`node/${nodeId}`, {
      // While the lease was lost, other nodes considered this one dead and removed its people.
      onAcquired: async () => {
        await Promise.all([...this.#connected].map(([userId, { companyId }]) => this.#write(companyId, userId)));
      },
      onLost: () => undefined,
    });
    this.#sweeping = setInterval(() => void this.#sweep(), sweepMs);
    void this.#sweep();
  }

  /** Registers a socket of this person that opened on this node. */
  connected(companyId: number, userId: number): void {
    const entry = this.#connected.get(userId) ?? { companyId, sockets: 0, seenAt: Date.now() };
    entry.sockets += 1;
    this.#connected.set(userId, entry);
    if (entry.sockets === 1) void this.#write(companyId, userId);
  }

  /** Registers that one of the sockets closed. */
  disconnected(companyId: number, userId: number): void {
    const entry = this.#connected.get(userId);
    if (!entry) return;
    entry.sockets -= 1;
    if (entry.sockets > 0) return;
    this.#connected.delete(userId);
    void this.#write(companyId, userId);
  }

  /** Registers a sign of activity from the person's client, which updates `lastOnline`. */
  seen(userId: number): void {
    const entry = this.#connected.get(userId);
    if (!entry || Date.now() - entry.seenAt < seenEveryMs) return;
    entry.seenAt = Date.now();
    void this.#write(entry.companyId, userId);
  }

  /** Called before the sockets close, so that browsers on other nodes are notified of the people who left. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweeping);
    await Promise.all(this.#writing.values());
    await this.#hold?.release();
    await this.#sweep();
  }

  #write(companyId: number, userId: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    const written = (this.#writing.get(userId) ?? Promise.resolve())
      .then(() => this.#store(companyId, userId))
      .catch((err: unknown) => this.#options.log.warn({ err }, 'presence could not be stored'))
      .finally(() => {
        if (this.#writing.get(userId) === written) this.#writing.delete(userId);
      });
    this.#writing.set(userId, written);
    return written;
  }

  async #store(companyId: number, userId: number): Promise<void> {
    const { owner, nodeId } = this.#options;
    const { rows } = await owner.query<{ online: boolean | null }>(
      `select kernel.set_presence($1, $2, $3, $4) as online`,
      [nodeId, companyId, userId, this.#connected.has(userId)],
    );
    const online = rows[0]?.online ?? null;
    if (online !== null) this.#changed(companyId, userId, online);
  }

  async #sweep(): Promise<void> {
    const { owner, log } = this.#options;
    try {
      const { rows } = await owner.query<{ company: number; person: number }>(
        `select company, person from kernel.sweep_presence()`,
      );
      for (const { company, person } of rows) this.#changed(company, person, false);
    } catch (err) {
      log.warn({ err }, 'presence sweep failed');
    }
  }
}
