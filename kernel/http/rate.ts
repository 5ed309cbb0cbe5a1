import { AppError } from '@balcao/sdk/server';

const windowMs = 60_000;
const maxKeys = 50_000;

/** Counts requests or bytes a minute by key, on this node. When it is full the oldest half is dropped. */
export class RateLimit {
  readonly #counts = new Map<string, { count: number; until: number }>();

  /** Throws ERR_TOO_MANY_REQUESTS with the seconds to wait once `limit` is exceeded. */
  count(key: string, limit: number, amount = 1): void {
    const now = Date.now();
    let entry = this.#counts.get(key);
    if (!entry || entry.until <= now) {
      if (this.#counts.size >= maxKeys) this.#forget();
      entry = { count: 0, until: now + windowMs };
      this.#counts.set(key, entry);
    }
    if (entry.count + amount > limit) {
      throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', {
        context: { retryAfter: Math.ceil((entry.until - now) / 1000) },
      });
    }
    entry.count += amount;
  }

  #forget(): void {
    let left = maxKeys / 2;
    for (const key of this.#counts.keys()) {
      if (left-- <= 0) return;
      this.#counts.delete(key);
    }
  }
}
