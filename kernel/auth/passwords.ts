import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@balcao/sdk/server';

/** Argon2id as OWASP asks: 19 MiB, two passes, one lane. It is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A wait longer than this helps nobody: the caller is told to come back. */
const mostWaiting = 100;

/**
 * Hashes and checks passwords, few at a time: each takes a thread of the pool that files and names are read with too,
 * so that a flood of logins would bring everything else to a halt.
 */
export class Passwords {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** Checked against when there is nobody to check: the answer takes as long as for somebody. */
  readonly #nobody = hash('nobody has this password', cost);

  constructor(atOnce = 2) {
    this.#free = atOnce;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, cost));
  }

  /** False too when there is no hash, after the same work. */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const against = stored ?? (await this.#nobody);
    const right = await this.#inTurn(() => verify(against, password));
    return right && stored !== undefined;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else {
      if (this.#waiting.length >= mostWaiting)
        throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: 5 } });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
