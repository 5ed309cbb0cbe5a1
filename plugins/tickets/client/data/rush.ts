/** Milliseconds in which what comes is gathered: too short to be felt, and longer than a drawing takes. */
const gathers = 200;

/**
 * Applies at once what comes alone. In a rush only the first is; the rest is applied together, the last of each key,
 * every so often: each drawing takes a moment from whoever writes beside it.
 */
export class Rush<T> {
  readonly #apply: (items: readonly T[]) => void;
  #waiting = new Map<number, T>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(apply: (items: readonly T[]) => void) {
    this.#apply = apply;
  }

  add(key: number, item: T): void {
    if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#rest(), gathers);
      this.#apply([item]);
      return;
    }
    // The order is that of the last news.
    this.#waiting.delete(key);
    this.#waiting.set(key, item);
  }

  /** Before something that must come after what waits. */
  flush(): void {
    const items = [...this.#waiting.values()];
    this.#waiting.clear();
    if (items.length > 0) this.#apply(items);
  }

  /** Newer is known of it. */
  drop(key: number): void {
    this.#waiting.delete(key);
  }

  #rest(): void {
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#rest(), gathers) : undefined;
    this.flush();
  }
}
