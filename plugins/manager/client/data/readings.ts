import { Changes, type Change } from '../model/changes.ts';

/**
 * Live messages that arrive while the panel is being read. The answer may be older than they are, so they are applied
 * to it again: each carries the whole state of its conversation.
 */
class Readings {
  #since: number | undefined;
  #changes = new Changes();

  /** A request is being sent. */
  begin(): number {
    this.#since = performance.now();
    this.#changes = new Changes();
    return this.#since;
  }

  /** When the request that is under way was sent; undefined: none. */
  get since(): number | undefined {
    return this.#since;
  }

  /** The reading that live messages keep current; others were left and missed some. */
  live: object | undefined;

  isFresh(reading: object | undefined): boolean {
    return reading !== undefined && (this.live === undefined || this.live === reading);
  }

  add(id: number, change: Change): void {
    if (this.#since !== undefined) this.#changes.add(id, change);
  }

  /** The answer is here: returns what happened meanwhile. */
  end(): [number, Change][] {
    this.#since = undefined;
    return this.#changes.take();
  }
}
export const readings = new Readings();
