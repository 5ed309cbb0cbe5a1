import { AppError } from '@balcao/sdk/server';

interface Waiting {
  limit: number;
  start(): void;
}

/**
 * Lets a few calls of each company run at once. When the node as a whole is full, companies take turns, so that the
 * burst of one does not make the others wait.
 */
export class FairQueue {
  readonly #total: number;
  readonly #longest: number;
  readonly #running = new Map<number, number>();
  /** Companies with waiting calls, the next to be served first. */
  readonly #waiting = new Map<number, Waiting[]>();
  #all = 0;

  constructor({ total, longest }: { total: number; longest: number }) {
    this.#total = total;
    this.#longest = longest;
  }

  /** Runs `work` in its turn. `limit`: how many of the company run at once. 429 ERR_AI_BUSY if too many wait already. */
  async run<T>(company: number, limit: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(company, limit, signal);
    try {
      return await work();
    } finally {
      this.#running.set(company, (this.#running.get(company) ?? 1) - 1);
      if (this.#running.get(company) === 0) this.#running.delete(company);
      this.#all -= 1;
      this.#serve();
    }
  }

  async #turn(company: number, limit: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const line = this.#waiting.get(company);
    if (!line && this.#isFree(company, limit)) return this.#take(company);
    if ((line?.length ?? 0) >= this.#longest) throw new AppError(429, 'ERR_AI_BUSY');
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        limit,
        start: () => {
          signal.removeEventListener('abort', leave);
          this.#take(company);
          resolve();
        },
      };
      const leave = (): void => {
        this.#leave(company, waiting);
        reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
      };
      signal.addEventListener('abort', leave, { once: true });
      if (line) line.push(waiting);
      else this.#waiting.set(company, [waiting]);
    });
  }

  #isFree = (company: number, limit: number): boolean =>
    this.#all < this.#total && (this.#running.get(company) ?? 0) < limit;

  #take(company: number): void {
    this.#running.set(company, (this.#running.get(company) ?? 0) + 1);
    this.#all += 1;
  }

  #leave(company: number, waiting: Waiting): void {
    const line = this.#waiting.get(company)?.filter((one) => one !== waiting) ?? [];
    if (line.length > 0) this.#waiting.set(company, line);
    else this.#waiting.delete(company);
  }

  /** Starts as many as there is room for; a company that was served goes to the end. */
  #serve(): void {
    for (const [company, line] of this.#waiting) {
      if (this.#all >= this.#total) return;
      const [next, ...rest] = line;
      if (!next || !this.#isFree(company, next.limit)) continue;
      this.#waiting.delete(company);
      if (rest.length > 0) this.#waiting.set(company, rest);
      next.start();
    }
  }
}
