import type { Pool } from 'pg';
import type { Log } from '@balcao/sdk/server';
import type { Hold, Leases } from '../leases/index.ts';

export interface PresenceOptions {
  owner: Pool;
  leases: Leases;
  nodeId: string;
  log: Log;
  /** Somebody came online or went offline, whichever node it was on. Called once, on one node. */
  changed(companyId: number, userId: number, online: boolean): void;
  /** How often those of dead nodes are looked for. */
  sweepMs?: number;
}

interface Here {
  companyId: number;
  sockets: number;
  /** When the person last said to be there, in milliseconds. */
  seenAt: number;
}

/** How often being there is written at most, however often it is said. */
const seenEveryMs = 60_000;

/** Who is online: held by nodes that live, so that people of one that was killed go offline with its lease. */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #here = new Map<number, Here>();
  /** One write at a time for a person: the last one writes what is so by then. */
  readonly #writing = new Map<number, Promise<void>>();
  #hold: Hold | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  start(): void {
    const { leases, nodeId, sweepMs = 3_000 } = this.#options;
    this.#hold = leases.hold(`node/${nodeId}`, {
      // While it was lost others took this node for dead, and its people away.
      onAcquired: async () => {
        await Promise.all([...this.#here].map(([userId, { companyId }]) => this.#write(companyId, userId)));
      },
      onLost: () => undefined,
    });
    this.#sweeping = setInterval(() => void this.#sweep(), sweepMs);
    void this.#sweep();
  }

  /** A socket of this person opened on this node. */
  came(companyId: number, userId: number): void {
    const here = this.#here.get(userId) ?? { companyId, sockets: 0, seenAt: Date.now() };
    here.sockets += 1;
    this.#here.set(userId, here);
    if (here.sockets === 1) void this.#write(companyId, userId);
  }

  /** One of them closed. */
  left(companyId: number, userId: number): void {
    const here = this.#here.get(userId);
    if (!here) return;
    here.sockets -= 1;
    if (here.sockets > 0) return;
    this.#here.delete(userId);
    void this.#write(companyId, userId);
  }

  /** The person's client says that they are there: `lastOnline` follows. */
  seen(userId: number): void {
    const here = this.#here.get(userId);
    if (!here || Date.now() - here.seenAt < seenEveryMs) return;
    here.seenAt = Date.now();
    void this.#write(here.companyId, userId);
  }

  /** Before the sockets close, so that browsers at other nodes hear who went. */
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
      .catch((err: unknown) => this.#options.log.warn({ err }, 'presence was not stored'))
      .finally(() => {
        if (this.#writing.get(userId) === written) this.#writing.delete(userId);
      });
    this.#writing.set(userId, written);
    return written;
  }

  async #store(companyId: number, userId: number): Promise<void> {
    const { owner, nodeId, changed } = this.#options;
    const { rows } = await owner.query<{ online: boolean | null }>(
      `select kernel.set_presence($1, $2, $3, $4) as online`,
      [nodeId, companyId, userId, this.#here.has(userId)],
    );
    const online = rows[0]?.online ?? null;
    if (online !== null) changed(companyId, userId, online);
  }

  async #sweep(): Promise<void> {
    const { owner, log, changed } = this.#options;
    try {
      const { rows } = await owner.query<{ company: number; person: number }>(
        `select company, person from kernel.sweep_presence()`,
      );
      for (const { company, person } of rows) changed(company, person, false);
    } catch (err) {
      log.warn({ err }, 'nobody looked for people of dead nodes');
    }
  }
}
