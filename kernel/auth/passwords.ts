import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@balcao/sdk/server';

/** Cost of a hash: KiB of memory, passes over it, lanes. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Argon2id as recommended by OWASP: 19 MiB, two passes, one lane. It is the library's default algorithm. */
const recommended: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Most waiting jobs. Beyond it a wait would be too long, and the caller is asked to come back. */
const maxWaiting = 200;
/** Most waiting jobs of one network, so that only many networks together can block everybody. */
const maxOfOne = 10;

interface Waiting {
  from: string | undefined;
  begin(): void;
}

/**
 * Hashes and verifies passwords, few at a time: each takes a thread of the pool that also reads files and resolves
 * names, so a flood of logins would block everything else.
 */
export class Passwords {
  #free: number;
  readonly #waiting: Waiting[] = [];
  /** Hash to verify against for unknown people, so that the answer takes as long as for known ones. */
  readonly #dummyHash: Promise<string>;
  readonly #cost: PasswordCost;

  constructor(atOnce = 2, cost = recommended) {
    this.#free = atOnce;
    this.#cost = cost;
    this.#dummyHash = hash('nobody has this password', cost);
  }

  hash(password: string): Promise<string> {
    return this.#serially(() => hash(password, this.#cost));
  }

  /**
   * Verifies a password. Returns false, after the same work, when there is no hash or an empty one of a person
   * without a password. `from` is the network of an unknown caller, of which only few may wait at a time; callers
   * without it go first and are always accepted.
   */
  async matches(password: string, stored: string | undefined, { from }: { from?: string } = {}): Promise<boolean> {
    const against = stored || (await this.#dummyHash);
    const right = await this.#serially(() => verify(against, password), from);
    return right && against === stored;
  }

  async #serially<T>(work: () => Promise<T>, from?: string): Promise<T> {
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
      // Known callers wait behind each other and before all unknown ones.
      const at = from === undefined ? this.#waiting.findIndex((one) => one.from !== undefined) : -1;
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, { from, begin });
    });
  }
}
