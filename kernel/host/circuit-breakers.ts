import { Resting } from './limits.ts';

export type Where = 'route' | 'event' | 'job' | 'room' | 'login';

/** One place where a plugin's code is called. */
export interface CallSite {
  plugin: string;
  where: Where;
  /** Name within its kind: `GET /notes/:id`, a listener's name, the id of a job or room. */
  what: string;
  /** Company of the call; 0 for none. Bad data of one company must not open the circuit for the others. */
  company: number;
}

export interface OpenCircuit {
  plugin: string;
  where: Where;
  what: string;
  since: number;
  until: number;
  /** Number of affected companies. */
  companies: number;
}

/** Permission for one call, which reports its outcome. */
export interface Permit {
  succeeded(): void;
  failed(): void;
  /** Called when the outcome says nothing about the plugin: the caller went away, or the database was unreachable. */
  left(): void;
}

interface State {
  place: CallSite;
  failures: number;
  successes: number;
  /** Start of the counting period. */
  from: number;
  /** Set while the circuit is open or half-open. */
  open?: { since: number; until: number; restMs: number; isTrying: boolean };
}

const windowMs = 60_000;
const maxTimes = 6;
const maxPlaces = 20_000;
const keyOf = ({ plugin, where, what, company }: CallSite): string => `${plugin}\n${where}\n${what}\n${company}`;

/**
 * Circuit breakers of call sites. Closed: all calls are let through. After repeated failures the circuit opens; later
 * one call is let through on trial, and its outcome closes the circuit or keeps it open for longer. Only sites that
 * failed are stored, so that a healthy call costs one look-up.
 */
export class CircuitBreakers {
  readonly #states = new Map<string, State>();
  readonly #failures: number;
  readonly #restMs: number;
  readonly #now: () => number;

  constructor(options: { failures: number; restMs: number; now?: () => number }) {
    this.#failures = options.failures;
    this.#restMs = options.restMs;
    this.#now = options.now ?? Date.now;
  }

  /** Lets a call through, or throws Resting while the circuit is open. */
  enter(place: CallSite): Permit {
    const key = keyOf(place);
    const state = this.#states.get(key);
    const { open } = state ?? {};
    if (!state || !open) return this.#pass(key, place);
    const wait = open.until - this.#now();
    if (wait > 0 || open.isTrying) throw new Resting(place.plugin, Math.max(wait, 1_000));
    open.isTrying = true;
    return {
      succeeded: () => this.#states.delete(key),
      failed: () => this.#rest(state, Math.min(open.restMs * 2, this.#restMs * maxTimes), open.since),
      left: () => {
        open.isTrying = false;
      },
    };
  }

  /** Forgets a plugin's failures when another version of it runs. */
  forget(plugin: string): void {
    for (const [key, { place }] of this.#states) if (place.plugin === plugin) this.#states.delete(key);
  }

  open(): OpenCircuit[] {
    const found = new Map<string, OpenCircuit>();
    for (const { place, open } of this.#states.values()) {
      if (!open) continue;
      const { plugin, where, what } = place;
      const key = `${plugin}\n${where}\n${what}`;
      const known = found.get(key) ?? { plugin, where, what, since: open.since, until: open.until, companies: 0 };
      known.since = Math.min(known.since, open.since);
      known.until = Math.max(known.until, open.until);
      known.companies += 1;
      found.set(key, known);
    }
    return [...found.values()];
  }

  #pass(key: string, place: CallSite): Permit {
    return {
      succeeded: () => {
        const state = this.#states.get(key);
        if (!state || state.open) return;
        state.successes += 1;
        if (this.#now() - state.from > windowMs) this.#states.delete(key);
      },
      failed: () => this.#count(key, place),
      left: () => undefined,
    };
  }

  #count(key: string, place: CallSite): void {
    const now = this.#now();
    let state = this.#states.get(key);
    // Calls that were let through before the circuit opened end afterwards and change nothing.
    if (state?.open) return;
    if (!state || now - state.from > windowMs) {
      state = { place, failures: 0, successes: 0, from: now };
      this.#makeRoom();
      this.#states.set(key, state);
    }
    state.failures += 1;
    if (state.failures >= this.#failures && state.failures > state.successes * 2) this.#rest(state, this.#restMs, now);
  }

  #rest(state: State, restMs: number, since: number): void {
    state.open = { since, until: this.#now() + restMs, restMs, isTrying: false };
  }

  /** Removes the sites that failed longest ago first: a map keeps insertion order. */
  #makeRoom(): void {
    const [oldest] = this.#states.keys();
    if (this.#states.size >= maxPlaces && oldest !== undefined) this.#states.delete(oldest);
  }
}
