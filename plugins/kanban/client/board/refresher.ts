/** Pause in milliseconds in which changes of others are collected before lanes are read again. */
const collectMs = 300;
/** Pause between two readings while changes do not end. */
const restMs = 1_000;
/** Longest pause after readings that failed one after the other. */
const longestRestMs = 30_000;

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
  /** Readings that failed since the last that did not. */
  #failures = 0;

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
    const outcome = await this.#read(laneIds).catch(() => 'failed' as const);
    this.#isBusy = false;
    // Nobody announces these changes again, so a server that was only too slow is asked once more.
    if (outcome !== true) for (const id of laneIds) this.#waiting.add(id);
    this.#failures = outcome === 'failed' ? this.#failures + 1 : 0;
    this.#restsUntil = Date.now() + Math.min(restMs * 2 ** this.#failures, longestRestMs);
    this.#plan();
  }
}
