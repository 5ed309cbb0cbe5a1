import { AppError } from '@balcao/sdk/server';

interface Waiting {
  start(): void;
}

/**
 * Queue for memory-intensive work: few at once, one per company, and companies in turn, so that none waits for
 * everything that another has sent.
 */
export class WorkQueue {
  readonly #concurrency: number;
  readonly #maxWaiting: number;
  readonly #busy = new Set<number>();
  /** Companies in the order of their next turn. */
  readonly #waiting = new Map<number, Waiting[]>();

  constructor({ concurrency = 2, maxWaiting = 4 } = {}) {
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs the work when its turn comes. Throws 429 ERR_TOO_MANY_REQUESTS when so much work of a company waits that the
   * last item would wait too long.
   */
  async run<T>(company: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#wait(company, signal);
    try {
      return await work();
    } finally {
      this.#busy.delete(company);
      this.#next();
    }
  }

  #wait(company: number, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(company) ?? [];
    if (waiting.length >= this.#maxWaiting)
      throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: 15 } });
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        if (waiting.length === 0) this.#waiting.delete(company);
        reject(signal.reason as Error);
      };
      const entry: Waiting = {
        start: () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', cancel, { once: true });
      waiting.push(entry);
      this.#waiting.set(company, waiting);
      this.#next();
    });
  }

  #next(): void {
    for (const [company, waiting] of this.#waiting) {
      if (this.#busy.size >= this.#concurrency) return;
      if (this.#busy.has(company)) continue;
      const first = waiting.shift();
      // A company with waiting work moves to the end of the round.
      this.#waiting.delete(company);
      if (waiting.length > 0) this.#waiting.set(company, waiting);
      this.#busy.add(company);
      first?.start();
    }
  }
}
