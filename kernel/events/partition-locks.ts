import pg from 'pg';
import type { Log } from '@balcao/sdk/server';
import { Partition, PARTITIONS } from './partition.ts';

const SPACE = 7317;
const PRESENCE = 9999;
export const CHANNEL = 'balcao_events';

export interface PartitionLocksOptions {
  listenUrl: string;
  log: Log;
  balanceMs: number;
  /** False while work of an earlier ownership of this part is still ending here. */
  mayTake(part: number): boolean;
  /** Runs with the lock held, before the part delivers anything. */
  prepare(part: Partition): Promise<void>;
  /** Nothing of the part is in hand any more: the lock may go. */
  isDrained(part: number): boolean;
  onTaken(): void;
  onLost(parts: readonly Partition[]): void;
  onNotified(): void;
}

/**
 * Which parts belong to this node: session advisory locks on one dedicated connection, so that a dead process loses
 * them with its connection. Advisory locks do not survive a transaction-mode pooler: the URL must be a direct one.
 */
export class PartitionLocks {
  readonly owned = new Map<number, Partition>();
  /** Nodes that share the parts, as last counted; 0 before the first count. */
  nodes = 0;
  readonly #options: PartitionLocksOptions;
  readonly #leaving = new Set<Partition>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #balancing: Promise<void> | undefined;
  #retryMs = 100;
  #stopped = false;

  constructor(options: PartitionLocksOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#connect();
    await this.#balanceOnce();
    this.#schedule(this.#options.balanceMs);
  }

  /** Nothing is started from here on; the locks stay until `end`. */
  leaveAll(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const part of [...this.owned.values()]) this.#leave(part);
  }

  async end(): Promise<void> {
    this.leaveAll();
    await this.#balancing;
    const client = this.#client;
    this.#client = undefined;
    this.#leaving.clear();
    // Ending the session releases its locks and its presence in one go.
    await client?.end().catch(() => undefined);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      const turn = this.#client ? this.#balanceOnce() : this.#reconnect();
      void turn.finally(() => this.#schedule(this.#client ? this.#options.balanceMs : this.#retryMs));
    }, ms);
  }

  async #connect(): Promise<void> {
    // A statement that never answers means a cut network: the server may have dropped the locks long ago.
    const client = new pg.Client({
      connectionString: this.#options.listenUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      application_name: 'balcao events',
    });
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('connection ended')));
    client.on('notification', () => this.#options.onNotified());
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1, $2)', [SPACE, PRESENCE]);
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#stopped) {
      await client.end().catch(() => undefined);
      return;
    }
    this.#client = client;
    this.#retryMs = 100;
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#connect();
      this.#options.log.info({}, 'event lock connection is back');
      await this.#balanceOnce();
    } catch (error) {
      this.#retryMs = Math.min(this.#retryMs * 2, 5_000);
      this.#options.log.warn({ error, retryMs: this.#retryMs }, 'event lock connection cannot be made');
    }
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    const parts = [...this.owned.values(), ...this.#leaving];
    for (const part of parts) {
      part.active = false;
      part.lost = true;
    }
    this.owned.clear();
    this.#leaving.clear();
    if (this.#stopped) return;
    this.#options.log.warn({ error, parts: parts.length }, 'event lock connection was lost');
    this.#options.onLost(parts);
    client.end().catch(() => undefined);
    this.#schedule(this.#retryMs);
  }

  async #balanceOnce(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    this.#balancing ??= this.#balance(client)
      .catch((error: unknown) => this.#lose(client, error))
      .finally(() => (this.#balancing = undefined));
    await this.#balancing;
  }

  async #balance(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ nodes: number; free: number[] }>(COUNT, [SPACE, PRESENCE, PARTITIONS]);
    this.nodes = rows[0]?.nodes ?? 1;
    const fair = Math.ceil(PARTITIONS / Math.max(1, this.nodes));
    for (const part of [...this.owned.values()].slice(fair)) this.#leave(part);
    for (const part of [...this.#leaving]) {
      if (!this.#options.isDrained(part.number)) continue;
      this.#leaving.delete(part);
      await client.query('select pg_advisory_unlock($1, $2)', [SPACE, part.number]);
    }
    let taken = false;
    for (const number of shuffled(rows[0]?.free ?? [])) {
      if (this.#stopped || this.owned.size >= fair || this.#client !== client) break;
      if (this.#options.mayTake(number)) taken = (await this.#take(client, number)) || taken;
    }
    if (taken) this.#options.onTaken();
  }

  async #take(client: pg.Client, number: number): Promise<boolean> {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1, $2) ok', [SPACE, number]);
    if (!rows[0]?.ok) return false;
    const part = new Partition(number);
    try {
      await this.#options.prepare(part);
    } catch (error) {
      this.#options.log.warn({ error, part: number }, 'a part of the outbox could not be taken');
      await client.query('select pg_advisory_unlock($1, $2)', [SPACE, number]);
      return false;
    }
    if (this.#client !== client || this.#stopped) return false;
    this.owned.set(number, part);
    return true;
  }

  #leave(part: Partition): void {
    part.active = false;
    this.owned.delete(part.number);
    this.#leaving.add(part);
  }
}

// pg_locks shows the locks of every database of the server: only ours count.
const COUNT = `
  with held as (
    select objid::bigint::int as number from pg_locks
     where locktype = 'advisory' and classid = $1::int::oid and granted
       and database = (select oid from pg_database where datname = current_database()))
  select greatest(1, (select count(*) from held where number = $2))::int as nodes,
         array(select p from generate_series(0, $3::int - 1) p where p not in (select number from held)) as free`;

// Nodes that start together would otherwise all try the same parts first.
const shuffled = (numbers: readonly number[]): number[] =>
  numbers
    .map((number) => ({ number, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ number }) => number);
