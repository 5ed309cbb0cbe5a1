import { AppError } from '@balcao/sdk/server';

interface Waiting {
  begin(): void;
}

/**
 * Work that takes a good part of the memory: little at once, one of each company, and companies in turn, so that none
 * waits for everything that another has sent.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #busy = new Set<number>();
  /** In the order in which companies come next. */
  readonly #waiting = new Map<number, Waiting[]>();

  constructor({ atOnce = 2, maxWaiting = 4 } = {}) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** 429 ERR_TOO_MANY_REQUESTS when so many of a company wait that the last would wait for long. */
  async take<T>(company: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(company, signal);
    try {
      return await work();
    } finally {
      this.#busy.delete(company);
      this.#next();
    }
  }

  #turn(company: number, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(company) ?? [];
    if (waiting.length >= this.#maxWaiting)
      throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: 15 } });
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        if (waiting.length === 0) this.#waiting.delete(company);
        reject(signal.reason as Error);
      };
      const entry: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      this.#waiting.set(company, waiting);
      this.#next();
    });
  }

  #next(): void {
    for (const [company, waiting] of this.#waiting) {
      if (this.#busy.size >= this.#atOnce) return;
      if (this.#busy.has(company)) continue;
      const first = waiting.shift();
      // At the end of the round, whatever is left of it.
      this.#waiting.delete(company);
      if (waiting.length > 0) this.#waiting.set(company, waiting);
      this.#busy.add(company);
      first?.begin();
    }
  }
}
