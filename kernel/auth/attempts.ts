import type { Pool } from 'pg';
import { AppError } from '@balcao/sdk/server';

export interface Limit {
  /** Kind of attempt: `login`, `reset`. */
  name: string;
  /** Subject of the attempts: a network address or an e-mail. */
  of: string;
  max: number;
  seconds: number;
}

/**
 * Counts attempts in the database, so that all nodes share them. An attempt is counted before it is made, so a
 * thousand at the same moment do not get through together.
 */
export class Attempts {
  readonly #owner: Pool;
  /** Cached keys that are over their limit, so that a flood is refused without a query for each request. */
  readonly #blocked = new Map<string, { cachedUntil: number; resetsAt: number }>();

  constructor(owner: Pool) {
    this.#owner = owner;
  }

  /** Counts one attempt against each limit. Over any of them: 429 ERR_TOO_MANY_REQUESTS with the seconds to wait. */
  async count(limits: readonly Limit[]): Promise<void> {
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
      if (!row || row.count <= limit.max) continue;
      if (this.#blocked.size > 10_000) this.#blocked.clear();
      const resetsAt = Date.now() + row.left * 1000;
      // Another node may reset the count in the meantime, so the entry expires soon.
      this.#blocked.set(key, { cachedUntil: Math.min(resetsAt, Date.now() + 20_000), resetsAt });
      throw tooMany(row.left);
    }
  }

  /** Takes back the count of an attempt that succeeded. */
  async uncount(limits: readonly Limit[]): Promise<void> {
    await this.#owner.query(`update kernel.attempt set count = greatest(count - 1, 0) where key = any($1::text[])`, [
      limits.map(keyOf),
    ]);
  }

  /** Clears the counts of a person who was identified by other means. */
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
    if (blocked.cachedUntil > Date.now()) throw tooMany(Math.ceil((blocked.resetsAt - Date.now()) / 1000));
    this.#blocked.delete(key);
  }
}

const keyOf = ({ name, of }: Limit): string => `${name}:${of.slice(0, 300)}`;

const tooMany = (seconds: number): AppError =>
  new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: Math.max(1, seconds) } });
