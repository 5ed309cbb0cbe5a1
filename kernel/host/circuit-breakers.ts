import { Resting } from './limits.ts';

export type Where = 'route' | 'event' | 'job' | 'room' | 'login' | 'contribution';

/** One place where a plugin's code is called. */
export interface CallSite {
  plugin: string;
  where: Where;
  /** Which of them: `GET /notes/:id`, a listener's name, the id of a job or room. */
  what: string;
  /** Whose call it is; 0 for nobody's. One company's bad data must not close the place for the others. */
  company: number;
}

export interface OpenCircuit {
  plugin: string;
  where: Where;
  what: string;
  since: number;
  until: number;
  /** For how many companies. */
  companies: number;
}

/** What becomes of a call that was let in. */
export interface Permit {
  succeeded(): void;
  failed(): void;
  /** It told nothing about the plugin: the caller went away, the database was out of reach. */
  left(): void;
}

interface State {
  place: CallSite;
  failures: number;
  successes: number;
  /** When the counting began. */
  from: number;
  /** Set while the place rests or is on trial. */
  open?: { since: number; until: number; restMs: number; isTrying: boolean };
}

const windowMs = 60_000;
const maxTimes = 6;
const maxPlaces = 20_000;
const keyOf = ({ plugin, where, what, company }: CallSite): string => `${plugin}\n${where}\n${what}\n${company}`;

/**
 * Stops calling what keeps failing. Closed: everything is let in. After repeated failures it rests; then one call is
 * let in on trial, and by its outcome the place is open to all again or rests for longer. Only places that failed are
 * remembered, so that what works costs one look-up.
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

  /** Throws Resting while the place is not to be called. */
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

  /** Another version of the plugin runs: it is not blamed for the one before. */
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
    // Calls that were let in before it opened end afterwards: they change nothing any more.
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

  /** Those that failed longest ago are forgotten first: a map keeps the order in which things came. */
  #makeRoom(): void {
    const [oldest] = this.#states.keys();
    if (this.#states.size >= maxPlaces && oldest !== undefined) this.#states.delete(oldest);
  }
}
