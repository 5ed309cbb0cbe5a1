import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@balcao/sdk/server';

/** Argon2id as OWASP asks: 19 MiB, two passes, one lane. It is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A wait longer than this helps nobody: the caller is told to come back. */
const maxWaiting = 200;
/** Of one network: it takes many of them to keep everybody else from being heard. */
const maxOfOne = 10;

interface Waiting {
  from: string | undefined;
  begin(): void;
}

/**
 * Hashes and checks passwords, few at a time: each takes a thread of the pool that files and names are read with too,
 * so that a flood of logins would bring everything else to a halt.
 */
export class Passwords {
  #free: number;
  readonly #waiting: Waiting[] = [];
  /** Checked against when there is nobody to check: the answer takes as long as for somebody. */
  readonly #nobody = hash('nobody has this password', cost);

  constructor(atOnce = 2) {
    this.#free = atOnce;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, cost));
  }

  /**
   * False too when there is no hash, or an empty one of somebody who has no password yet, after the same work. `from`: the network of a stranger, of whom few wait at a time;
   * without it the caller comes first and always has a place.
   */
  async matches(password: string, stored: string | undefined, { from }: { from?: string } = {}): Promise<boolean> {
    const against = stored || (await this.#nobody);
    const right = await this.#inTurn(() => verify(against, password), from);
    return right && against === stored;
  }

  async #inTurn<T>(work: () => Promise<T>, from?: string): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(from);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.begin();
      else this.#free += 1;
    }
  }

  #wait(from: string | undefined): Promise<void> {
    if (from !== undefined) {
      const ofThem = this.#waiting.filter((one) => one.from === from).length;
      if (this.#waiting.length >= maxWaiting || ofThem >= maxOfOne)
        throw new AppError(429, 'ERR_TOO_MANY_REQUESTS', { context: { retryAfter: 5 } });
    }
    return new Promise((begin) => {
      // Behind others who are known, before all strangers.
      const at = from === undefined ? this.#waiting.findIndex((one) => one.from !== undefined) : -1;
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, { from, begin });
    });
  }
}
