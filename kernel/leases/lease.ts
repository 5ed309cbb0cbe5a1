import type { Log } from '@balcao/sdk/server';

export interface LeaseHandlers {
  /**
   * Called when the lease was acquired. The signal is aborted when it is lost. The promise may resolve soon or run as
   * long as the lease.
   */
  onAcquired(signal: AbortSignal): Promise<void>;
  /** Called when the lease was lost or released. Everything that was started must have ended when this resolves. */
  onLost(): void | Promise<void>;
}

/** One requested name on this node, held or waited for. */
export class Lease {
  readonly name: string;
  /** False once it is released: it is not requested again. */
  isWanted = true;
  readonly #handlers: LeaseHandlers;
  readonly #log: Log;
  #control: AbortController | undefined;
  #session: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  /** Time of this node's monotonic clock at which another node may get it. */
  #until = 0;
  /** Earliest time of the next request, set after a session that could not be started. */
  #notBefore = 0;

  constructor(name: string, handlers: LeaseHandlers, log: Log) {
    this.name = name;
    this.#handlers = handlers;
    this.#log = log;
  }

  get isHeld(): boolean {
    return this.#control !== undefined;
  }

  /** A former session may still be ending, and a new one must not begin beside it. */
  get isWaiting(): boolean {
    return this.isWanted && !this.isHeld && this.#ending === undefined && performance.now() >= this.#notBefore;
  }

  get isOverdue(): boolean {
    return this.isHeld && performance.now() >= this.#until;
  }

  renewed(until: number): void {
    this.#until = until;
  }

  /** Begins the session; `failed` is called when it cannot be started or fails later. */
  acquired(until: number, retryMs: number, failed: () => void): void {
    const control = new AbortController();
    this.#control = control;
    this.#until = until;
    this.#session = Promise.resolve()
      .then(() => this.#handlers.onAcquired(control.signal))
      .catch((error: unknown) => {
        if (control.signal.aborted) return;
        this.#log.warn({ error, lease: this.name }, 'session of a lease could not be started');
        this.#notBefore = performance.now() + retryMs;
        failed();
      });
  }

  /** Ends the session and resolves when it has ended. */
  end(reason: string): Promise<void> {
    if (this.#control) {
      this.#control.abort(new Error(reason));
      this.#control = undefined;
      this.#ending = this.#end().finally(() => (this.#ending = undefined));
    }
    return this.#ending ?? Promise.resolve();
  }

  async #end(): Promise<void> {
    const session = this.#session;
    try {
      await this.#handlers.onLost();
    } catch (error) {
      this.#log.error({ error, lease: this.name }, 'session of a lost lease could not be ended');
    }
    await session;
  }
}
