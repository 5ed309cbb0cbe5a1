/** Calls at once, then at most once per `everyMs`, and always once more after the last request. */
export class Notifier {
  readonly #call: () => Promise<unknown>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #again = false;

  constructor(everyMs: number, call: () => Promise<unknown>) {
    this.#everyMs = everyMs;
    this.#call = call;
  }

  request(): void {
    if (this.#timer) {
      this.#again = true;
      return;
    }
    this.#again = false;
    // A lost notification delays events until the next poll and loses none.
    this.#call().catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#again) this.request();
    }, this.#everyMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#again = false;
  }
}
