import { notifyManager } from '@tanstack/react-query';

/** Milliseconds in which updates are gathered: too short to be noticed, longer than rendering takes. */
const gathers = 200;

/**
 * Batchers that received an update a moment ago. They share one interval, so that everything in it is rendered once.
 */
const busy = new Set<{ beat(): boolean }>();
let timer: ReturnType<typeof setTimeout> | undefined;

const beat = (): void => {
  timer = setTimeout(beat, gathers);
  notifyManager.batch(() => {
    for (const batcher of busy) if (!batcher.beat()) busy.delete(batcher);
  });
  if (busy.size > 0) return;
  clearTimeout(timer);
  timer = undefined;
};

/**
 * Applies a single update at once. In a burst only the first is; the others are applied together at intervals, the last
 * of each key: rendering delays the typing of whoever writes beside it.
 */
export class UpdateBatcher<T> {
  readonly #apply: (items: readonly T[]) => void;
  readonly #merge: (earlier: T, later: T) => T;
  #waiting = new Map<number, T>();

  /** `merge` combines two updates of one key; absent: the later one wins. */
  constructor(apply: (items: readonly T[]) => void, merge: (earlier: T, later: T) => T = (_, later) => later) {
    this.#apply = apply;
    this.#merge = merge;
  }

  add(key: number, item: T): void {
    if (busy.has(this)) {
      // Ordered by the last update.
      const earlier = this.#waiting.get(key);
      this.#waiting.delete(key);
      this.#waiting.set(key, earlier === undefined ? item : this.#merge(earlier, item));
      return;
    }
    busy.add(this);
    timer ??= setTimeout(beat, gathers);
    this.#apply([item]);
  }

  /** Applies waiting updates before something that must come after them. */
  flush(): void {
    const items = [...this.#waiting.values()];
    this.#waiting.clear();
    if (items.length > 0) this.#apply(items);
  }

  /** Drops a waiting update because newer data is known. */
  drop(key: number): void {
    this.#waiting.delete(key);
  }

  /** Returns true when an update arrived since the last interval. */
  beat(): boolean {
    const isRush = this.#waiting.size > 0;
    this.flush();
    return isRush;
  }
}
