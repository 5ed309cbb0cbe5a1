import type { WaitingMessage } from './waiting-message.ts';

/** State that survives the page. `outbox` contains messages that the server has not stored yet. */
interface StoredState {
  token?: string;
  visitor?: string;
  name?: string;
  draft?: string;
  sound?: boolean;
  open?: boolean;
  outbox?: WaitingMessage[];
}

/** The page’s own storage, by chat; if it is refused (private mode, blocked cookies), this page’s memory. */
export class PageStorage {
  readonly #key: string;
  #memory: StoredState = {};
  /**
   * True if the storage accepted the last change; a full one still contains the previous state, which must not be read
   * any more.
   */
  #isStored = true;

  constructor(address: string) {
    this.#key = `balcao-chat:${address}`;
  }

  read(): StoredState {
    try {
      const text = this.#isStored ? localStorage.getItem(this.#key) : null;
      if (text !== null) this.#memory = JSON.parse(text) as StoredState;
    } catch {
      // The memory has this page’s state.
    }
    return this.#memory;
  }

  /** Applies a change to the current state, which another tab may have written in between. */
  change(change: (state: StoredState) => StoredState): void {
    this.#memory = change(this.read());
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#memory));
      this.#isStored = true;
    } catch {
      this.#isStored = false;
    }
  }
}
