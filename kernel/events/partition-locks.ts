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
  /** Returns false while work of an earlier ownership of this partition is still running here. */
  mayClaim(partition: number): boolean;
  /** Runs with the lock held, before anything of the partition is delivered. */
  prepare(partition: Partition): Promise<void>;
  /** Returns true when nothing of the partition is in flight, so that its lock can be released. */
  isDrained(partition: number): boolean;
  onClaimed(): void;
  onLost(partitions: readonly Partition[]): void;
  onNotified(): void;
}

/**
 * Ownership of partitions by session advisory locks on one dedicated connection, so that a dead process loses them
 * with its connection. Advisory locks do not survive a pooler in transaction mode: the URL must be a direct one.
 */
export class PartitionLocks {
  readonly owned = new Map<number, Partition>();
  /** Number of nodes that share the partitions, at the last count; 0 before the first. */
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

  /** Stops starting anything. The locks stay until `end`. */
  leaveAll(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const partition of [...this.owned.values()]) this.#leave(partition);
  }

  async end(): Promise<void> {
    this.leaveAll();
    await this.#balancing;
    const client = this.#client;
    this.#client = undefined;
    this.#leaving.clear();
    // Ending the session releases its locks and its presence at once.
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
    // A statement that gets no answer means a cut network, and the server may have released the locks long ago.
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
      this.#options.log.warn({ error, retryMs: this.#retryMs }, 'event lock connection failed');
    }
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    const partitions = [...this.owned.values(), ...this.#leaving];
    for (const partition of partitions) {
      partition.active = false;
      partition.lost = true;
    }
    this.owned.clear();
    this.#leaving.clear();
    if (this.#stopped) return;
    this.#options.log.warn({ error, partitions: partitions.length }, 'event lock connection was lost');
    this.#options.onLost(partitions);
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
    for (const partition of [...this.owned.values()].slice(fair)) this.#leave(partition);
    for (const partition of [...this.#leaving]) {
      if (!this.#options.isDrained(partition.number)) continue;
      this.#leaving.delete(partition);
      await client.query('select pg_advisory_unlock($1, $2)', [SPACE, partition.number]);
    }
    let claimed = false;
    for (const number of shuffled(rows[0]?.free ?? [])) {
      if (this.#stopped || this.owned.size >= fair || this.#client !== client) break;
      if (this.#options.mayClaim(number)) claimed = (await this.#claim(client, number)) || claimed;
    }
    if (claimed) this.#options.onClaimed();
  }

  async #claim(client: pg.Client, number: number): Promise<boolean> {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1, $2) ok', [SPACE, number]);
    if (!rows[0]?.ok) return false;
    const partition = new Partition(number);
    try {
      await this.#options.prepare(partition);
    } catch (error) {
      this.#options.log.warn({ error, partition: number }, 'outbox partition could not be claimed');
      await client.query('select pg_advisory_unlock($1, $2)', [SPACE, number]);
      return false;
    }
    if (this.#client !== client || this.#stopped) return false;
    this.owned.set(number, partition);
    return true;
  }

  #leave(partition: Partition): void {
    partition.active = false;
    this.owned.delete(partition.number);
    this.#leaving.add(partition);
  }
}

// pg_locks shows the locks of every database of the server, so they are filtered by this one.
const COUNT = `
  with held as (
    select objid::bigint::int as number from pg_locks
     where locktype = 'advisory' and classid = $1::int::oid and granted
       and database = (select oid from pg_database where datname = current_database()))
  select greatest(1, (select count(*) from held where number = $2))::int as nodes,
         array(select p from generate_series(0, $3::int - 1) p where p not in (select number from held)) as free`;

// Without a shuffle, nodes that start together would all try the same partitions first.
const shuffled = (numbers: readonly number[]): number[] =>
  numbers
    .map((number) => ({ number, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ number }) => number);
