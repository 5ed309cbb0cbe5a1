/** Pause in milliseconds in which changes of others are collected before lanes are read again. */
const collectMs = 300;
/** Pause between two readings while changes do not end. */
const restMs = 1_000;

/**
 * Reads lanes again after changes that the board does not know in detail: many changes at once cost one reading, a
 * stream of them one a second, and no two readings run at the same time.
 */
export class Refresher {
  readonly #read: (laneIds: readonly string[]) => Promise<boolean>;
  readonly #waiting = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isStopped = false;
  /** Before this time nothing is read again. */
  #restsUntil = 0;

  /** `read` returns false if what it read was outdated when it came: the lanes are read again. */
  constructor(read: (laneIds: readonly string[]) => Promise<boolean>) {
    this.#read = read;
  }

  ask(laneIds: readonly string[]): void {
    for (const id of laneIds) this.#waiting.add(id);
    this.#plan();
  }

  /** Reads nothing more. Returns true if changes were announced that it has not read. */
  stop(): boolean {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    return this.#waiting.size > 0 || this.#isBusy;
  }

  #plan(): void {
    if (this.#isStopped || this.#isBusy || this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => void this.#run(), Math.max(collectMs, this.#restsUntil - Date.now()));
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isBusy = true;
    const laneIds = [...this.#waiting];
    this.#waiting.clear();
    // A reading that failed is not repeated: the next change asks again, and a lost connection reads everything.
    const isCurrent = await this.#read(laneIds).catch(() => true);
    this.#isBusy = false;
    if (!isCurrent) for (const id of laneIds) this.#waiting.add(id);
    this.#restsUntil = Date.now() + restMs;
    this.#plan();
  }
}
