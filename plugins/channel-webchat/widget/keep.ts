import type { Waiting } from './outbox.ts';

/** What outlives the page. `outbox` holds what was written and not yet stored by the server. */
interface Kept {
  token?: string;
  visitor?: string;
  name?: string;
  draft?: string;
  sound?: boolean;
  open?: boolean;
  outbox?: Waiting[];
}

/** The page's own storage, by chat; where it is refused (private mode, blocked cookies), this page's memory. */
export class Keep {
  readonly #key: string;
  #memory: Kept = {};
  /** The storage took the last change; a full one still holds what was before, which is not to be read any more. */
  #isStored = true;

  constructor(address: string) {
    this.#key = `balcao-chat:${address}`;
  }

  read(): Kept {
    try {
      const text = this.#isStored ? localStorage.getItem(this.#key) : null;
      if (text !== null) this.#memory = JSON.parse(text) as Kept;
    } catch {
      // The memory holds what this page knows.
    }
    return this.#memory;
  }

  /** Reads first: another tab may have written meanwhile. */
  change(change: (kept: Kept) => Kept): void {
    this.#memory = change(this.read());
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#memory));
      this.#isStored = true;
    } catch {
      this.#isStored = false;
    }
  }
}
