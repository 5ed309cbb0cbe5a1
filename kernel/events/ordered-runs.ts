/** Runs work one after the other per ordering key of one subscriber and company. */
export class OrderedRuns {
  readonly #tails = new Map<string, Promise<void>>();

  /** `work` must not reject, because later work of the same key would never run. */
  run(orderingKey: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#tails.get(orderingKey) ?? Promise.resolve()).then(work);
    this.#tails.set(orderingKey, turn);
    const clear = (): void => {
      if (this.#tails.get(orderingKey) === turn) this.#tails.delete(orderingKey);
    };
    turn.then(clear, clear);
    return turn;
  }
}

export const orderingKeyOf = (subscriber: string, companyId: number, key: string): string =>
  `${subscriber}\n${companyId}\n${key}`;
