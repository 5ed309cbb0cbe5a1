/** A move of a card as the person made it. */
export interface QueuedMove {
  id: number;
  laneId: string;
  before: number | null | undefined;
  /** The lane that it left on the screen. */
  from: string;
}

/**
 * Sends the moves of one card one after the other. Of several that are made while one is on its way, only the last is
 * sent: an arrow key that is held down makes them faster than they can be stored.
 */
export class MoveQueue {
  readonly #send: (move: QueuedMove) => Promise<boolean>;
  /** The moves that are on their way, by card, each with the one that follows. */
  readonly #sending = new Map<number, QueuedMove | undefined>();
  /** Increases with each move that is made, and with each that ends. */
  changes = 0;

  /** `send` returns false if the move was refused: what the person did after it is refused as well. */
  constructor(send: (move: QueuedMove) => Promise<boolean>) {
    this.#send = send;
  }

  get isIdle(): boolean {
    return this.#sending.size === 0;
  }
  has(id: number): boolean {
    return this.#sending.has(id);
  }

  add(move: QueuedMove): void {
    this.changes += 1;
    if (this.#sending.has(move.id)) this.#sending.set(move.id, move);
    else void this.#run(move);
  }

  async #run(first: QueuedMove): Promise<void> {
    let isAccepted = true;
    for (let move: QueuedMove | undefined = first; move && isAccepted; move = this.#sending.get(first.id)) {
      this.#sending.set(move.id, undefined);
      isAccepted = await this.#send(move);
    }
    this.#sending.delete(first.id);
    this.changes += 1;
  }
}
