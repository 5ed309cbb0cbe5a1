import type { Pool } from 'pg';
import { AppError } from '@balcao/sdk/server';

export interface Limit {
  /** What is counted: `login`, `reset`. */
  name: string;
  /** Of whom: an address, an e-mail. */
  of: string;
  most: number;
  seconds: number;
}

/**
 * Tries, counted in the database so that all nodes share them. A try is counted before it is made: a thousand at the
 * same moment do not slip through together.
 */
export class Attempts {
  readonly #owner: Pool;
  /** Keys known to be over their limit: a flood is refused without asking the database at each knock. */
  readonly #blocked = new Map<string, { believedUntil: number; resetsAt: number }>();

  constructor(owner: Pool) {
    this.#owner = owner;
  }

  /** Counts one try against each limit; over any of them 429 ERR_TOO_MANY_REQUESTS with the seconds to wait. */
  async take(limits: readonly Limit[]): Promise<void> {
    for (const limit of limits) this.#refuseBlocked(keyOf(limit));
    for (const limit of limits) {
      const key = keyOf(limit);
      const { rows } = await this.#owner.query<{ count: number; left: number }>(
        `insert into kernel.attempt as a (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
         on conflict (key) do update set
           count = case when a.resets_at <= now() then 1 else least(a.count + 1, 1000000) end,
           resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
         returning count, ceil(extract(epoch from resets_at - now()))::int as left`,
        [key, limit.seconds],
      );
      const row = rows[0];
      if (!row || row.count <= limit.most) continue;
      if (this.#blocked.size > 10_000) this.#blocked.clear();
      const resetsAt = Date.now() + row.left * 1000;
      // Another node may forgive meanwhile, so it is believed for a while only.
      this.#blocked.set(key, { believedUntil: Math.min(resetsAt, Date.now() + 20_000), resetsAt });
      throw tooMany(row.left);
    }
  }

  /** The try was a good one and does not count. */
  async forgive(limits: readonly Limit[]): Promise<void> {
    await this.#owner.query(`update kernel.attempt set count = greatest(count - 1, 0) where key = any($1::text[])`, [
      limits.map(keyOf),
    ]);
  }

  /** The person proved to be the right one by other means. */
  async clear(limits: readonly Limit[]): Promise<void> {
    await this.#owner.query(`delete from kernel.attempt where key = any($1::text[])`, [limits.map(keyOf)]);
    for (const limit of limits) this.#blocked.delete(keyOf(limit));
  }

  async tidy(): Promise<void> {
    await this.#owner.query(`delete from kernel.attempt where resets_at <= now()`);
    for (const [key, { resetsAt }] of this.#blocked) if (resetsAt <= Date.now()) this.#blocked.delete(key);
  }

  #refuseBlocked(key: string): void {
    const blocked = this.#blocked.get(key);
    if (!blocked) return;
    if (blocked.believedUntil > Date.now()) throw tooMany(Math.ceil((blocked.resetsAt - Date.now()) / 1000));
    this.#blocked.delete(key);
  }
}

const keyOf = ({ name, of }: Limit): string => `${name}:${of.slice(0, 300)}`;

const tooMany = (seconds: number): AppError =>
  new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: Math.max(1, seconds) } });
