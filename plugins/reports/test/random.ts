/** Pseudorandom numbers that a failing test can repeat. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  /** A number from 0 to 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }
  int(below: number): number {
    return Math.floor(this.next() * below);
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
  of<T>(items: readonly T[]): T {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }
}
