import { AppError } from '@balcao/sdk/server';

const windowMs = 60_000;
const maxKeys = 50_000;

/** Requests a minute by key, on this node. Bounded: when it is full the oldest half is forgotten. */
export class RateLimit {
  readonly #counts = new Map<string, { count: number; until: number }>();

  /** Throws ERR_TOO_MANY_REQUESTS with the seconds to wait once `limit` is passed. */
  take(key: string, limit: number, now = Date.now()): void {
    const entry = this.#counts.get(key);
    if (!entry || entry.until <= now) {
      if (this.#counts.size >= maxKeys) this.#forget();
      this.#counts.set(key, { count: 1, until: now + windowMs });
      return;
    }
    entry.count += 1;
    if (entry.count > limit) {
      throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', {
        context: { retryAfter: Math.ceil((entry.until - now) / 1000) },
      });
    }
  }

  #forget(): void {
    let left = maxKeys / 2;
    for (const key of this.#counts.keys()) {
      if (left-- <= 0) return;
      this.#counts.delete(key);
    }
  }
}
