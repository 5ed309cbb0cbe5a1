const windowMs = 60_000;
const openMs = 60_000;
const maxFailures = 5;

interface State {
  failures: number[];
  /** Until when nothing is sent; undefined: closed. */
  openUntil: number | undefined;
  isProbing: boolean;
}

/**
 * Stops calling a provider that failed five times within a minute. After another minute one call probes it; its success
 * closes the circuit.
 */
export class Breaker {
  readonly #states = new Map<string, State>();
  readonly #now: () => number;
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** True if the provider may be called now. Tell the outcome by `succeeded`, `failed` or `forget`. */
  allows(provider: string): boolean {
    const state = this.#states.get(provider);
    if (state?.openUntil === undefined) return true;
    if (state.isProbing || this.#now() < state.openUntil) return false;
    state.isProbing = true;
    return true;
  }

  succeeded(provider: string): void {
    this.#states.delete(provider);
  }

  /** The call ended without saying anything about the provider: a person stopped it. */
  forget(provider: string): void {
    const state = this.#states.get(provider);
    if (state) state.isProbing = false;
  }

  failed(provider: string): void {
    const now = this.#now();
    const state = this.#states.get(provider) ?? { failures: [], openUntil: undefined, isProbing: false };
    state.failures = [...state.failures.filter((at) => at > now - windowMs), now];
    if (state.isProbing || state.failures.length >= maxFailures) state.openUntil = now + openMs;
    state.isProbing = false;
    this.#states.set(provider, state);
  }
}
