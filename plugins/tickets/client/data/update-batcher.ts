import { notifyManager } from '@tanstack/react-query';

/** Milliseconds in which what comes is gathered: too short to be felt, and longer than a drawing takes. */
const gathers = 200;

/** Those that got something a moment ago. All have one beat, so that whatever came in it is drawn once. */
const busy = new Set<{ beat(): boolean }>();
let timer: ReturnType<typeof setTimeout> | undefined;

const beat = (): void => {
  timer = setTimeout(beat, gathers);
  notifyManager.batch(() => {
    for (const rush of busy) if (!rush.beat()) busy.delete(rush);
  });
  if (busy.size > 0) return;
  clearTimeout(timer);
  timer = undefined;
};

/**
 * Applies at once what comes alone. In a rush only the first is; the rest is applied together, the last of each key,
 * every so often: each drawing takes a moment from whoever writes beside it.
 */
export class UpdateBatcher<T> {
  readonly #apply: (items: readonly T[]) => void;
  readonly #merge: (earlier: T, later: T) => T;
  #waiting = new Map<number, T>();

  /** `merge`: what becomes of two of one key; absent: the later one. */
  constructor(apply: (items: readonly T[]) => void, merge: (earlier: T, later: T) => T = (_, later) => later) {
    this.#apply = apply;
    this.#merge = merge;
  }

  add(key: number, item: T): void {
    if (busy.has(this)) {
      // The order is that of the last news.
      const earlier = this.#waiting.get(key);
      this.#waiting.delete(key);
      this.#waiting.set(key, earlier === undefined ? item : this.#merge(earlier, item));
      return;
    }
    busy.add(this);
    timer ??= setTimeout(beat, gathers);
    this.#apply([item]);
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

  /** Answers whether anything had come since the last one. */
  beat(): boolean {
    const isRush = this.#waiting.size > 0;
    this.flush();
    return isRush;
  }
}
