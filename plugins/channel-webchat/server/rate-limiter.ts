import { AppError } from '@balcao/sdk/server';

const windowMs = 60_000;
const maxEntries = 20_000;

/** Rate limiter per minute for each visitor or address, on this node. */
export class RateLimiter {
  readonly #limit: number;
  readonly #counts = new Map<string, { count: number; until: number }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one call. Throws 429 ERR_TOO_MANY_REQUESTS with the seconds to wait. */
  count(who: string, now = Date.now()): void {
    const entry = this.#counts.get(who);
    if (!entry || entry.until <= now) {
      if (this.#counts.size >= maxEntries) this.#counts.clear();
      this.#counts.set(who, { count: 1, until: now + windowMs });
      return;
    }
    entry.count += 1;
    if (entry.count > this.#limit) {
      throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', {
        context: { retryAfter: Math.ceil((entry.until - now) / 1000) },
      });
    }
  }
}
