import type pg from 'pg';

/** Table of leases. The database's clock decides, so the clocks of nodes may differ. */
export class LeaseStore {
  readonly #owner: pg.Pool;
  readonly #node: string;
  readonly #holder: string;
  readonly #ttlMs: number;

  constructor(owner: pg.Pool, node: string, holder: string, ttlMs: number) {
    this.#owner = owner;
    this.#node = node;
    this.#holder = holder;
    this.#ttlMs = ttlMs;
  }

  /**
   * Acquires the free ones and returns those that this node holds now. Leases of others are only read, so frequent
   * polling is cheap.
   */
  async acquire(names: readonly string[]): Promise<string[]> {
    return this.#names(ACQUIRE, [names, this.#node, this.#holder, this.#ttlMs]);
  }

  /** Renews leases and returns those that this node still holds. */
  async renew(names: readonly string[]): Promise<string[]> {
    return this.#names(RENEW, [names, this.#holder, this.#ttlMs]);
  }

  async release(names: readonly string[]): Promise<void> {
    await this.#owner.query('delete from kernel.lease where name = any($1) and holder = $2', [names, this.#holder]);
  }

  async #names(text: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.#owner.query<{ name: string }>(text, values);
    return rows.map((row) => row.name);
  }
}

// In the order of the names, so that two nodes that request the same ones cannot deadlock.
const ACQUIRE = `
  insert into kernel.lease (name, node, holder, expires_at)
  select w.name, $2, $3, clock_timestamp() + make_interval(secs => $4::float8 / 1000)
    from unnest($1::text[]) w(name)
   where not exists (select 1 from kernel.lease l
                      where l.name = w.name and l.holder <> $3 and l.expires_at > clock_timestamp())
   order by w.name
  on conflict (name) do update
     set node = excluded.node, holder = excluded.holder, expires_at = excluded.expires_at
   where lease.holder = excluded.holder or lease.expires_at <= clock_timestamp()
  returning name`;

const RENEW = `
  update kernel.lease set expires_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
   where name in (select name from kernel.lease where name = any($1) and holder = $2 order by name for update)
  returning name`;
