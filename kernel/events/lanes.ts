/** Work that must happen in turn, per lane: one subscriber's events of one key of one company. */
export class Lanes {
  readonly #tails = new Map<string, Promise<void>>();

  /** `work` must not reject: what follows on the lane would never run. */
  run(lane: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#tails.get(lane) ?? Promise.resolve()).then(work);
    this.#tails.set(lane, turn);
    const clear = (): void => {
      if (this.#tails.get(lane) === turn) this.#tails.delete(lane);
    };
    turn.then(clear, clear);
    return turn;
  }
}

export const laneOf = (subscriber: string, companyId: number, key: string): string =>
  `${subscriber}\n${companyId}\n${key}`;
