import { CircuitOpen } from './limits.ts';

export type CallSiteKind = 'route' | 'event' | 'job' | 'room' | 'login' | 'contribution';

/** One place where a plugin's code is called. */
export interface CallSite {
  plugin: string;
  where: CallSiteKind;
  /** Name within its kind: `GET /notes/:id`, a listener's name, the id of a job or room. */
  what: string;
  /** Company of the call; 0 for none. Bad data of one company must not open the circuit for the others. */
  company: number;
}

export interface OpenCircuit {
  plugin: string;
  where: CallSiteKind;
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
  abandoned(): void;
}

interface State {
  site: CallSite;
  failures: number;
  successes: number;
  /** Start of the counting period. */
  from: number;
  /** Set while the circuit is open or half-open. */
  open?: { since: number; until: number; openMs: number; isTrying: boolean };
}

const windowMs = 60_000;
const maxTimes = 6;
const maxSites = 20_000;
const keyOf = ({ plugin, where, what, company }: CallSite): string => `${plugin}\n${where}\n${what}\n${company}`;

/**
 * Circuit breakers of call sites. Closed: all calls are let through. After repeated failures the circuit opens; later
 * one call is let through on trial, and its outcome closes the circuit or keeps it open for longer. Only sites that
 * failed are stored, so that a healthy call costs one look-up.
 */
export class CircuitBreakers {
  readonly #states = new Map<string, State>();
  readonly #failures: number;
  readonly #openMs: number;
  readonly #now: () => number;

  constructor(options: { failures: number; openMs: number; now?: () => number }) {
    this.#failures = options.failures;
    this.#openMs = options.openMs;
    this.#now = options.now ?? Date.now;
  }

  /** Lets a call through, or throws CircuitOpen while the circuit is open. */
  enter(site: CallSite): Permit {
    const key = keyOf(site);
    const state = this.#states.get(key);
    const { open } = state ?? {};
    if (!state || !open) return this.#pass(key, site);
    const wait = open.until - this.#now();
    if (wait > 0 || open.isTrying) throw new CircuitOpen(site.plugin, Math.max(wait, 1_000));
    open.isTrying = true;
    return {
      succeeded: () => this.#states.delete(key),
      failed: () => this.#openCircuit(state, Math.min(open.openMs * 2, this.#openMs * maxTimes), open.since),
      abandoned: () => {
        open.isTrying = false;
      },
    };
  }

  /** Forgets a plugin's failures when another version of it runs. */
  forget(plugin: string): void {
    for (const [key, { site }] of this.#states) if (site.plugin === plugin) this.#states.delete(key);
  }

  open(): OpenCircuit[] {
    const found = new Map<string, OpenCircuit>();
    for (const { site, open } of this.#states.values()) {
      if (!open) continue;
      const { plugin, where, what } = site;
      const key = `${plugin}\n${where}\n${what}`;
      const known = found.get(key) ?? { plugin, where, what, since: open.since, until: open.until, companies: 0 };
      known.since = Math.min(known.since, open.since);
      known.until = Math.max(known.until, open.until);
      known.companies += 1;
      found.set(key, known);
    }
    return [...found.values()];
  }

  #pass(key: string, site: CallSite): Permit {
    return {
      succeeded: () => {
        const state = this.#states.get(key);
        if (!state || state.open) return;
        state.successes += 1;
        if (this.#now() - state.from > windowMs) this.#states.delete(key);
      },
      failed: () => this.#count(key, site),
      abandoned: () => undefined,
    };
  }

  #count(key: string, site: CallSite): void {
    const now = this.#now();
    let state = this.#states.get(key);
    // Calls that were let through before the circuit opened end afterwards and change nothing.
    if (state?.open) return;
    if (!state || now - state.from > windowMs) {
      state = { site, failures: 0, successes: 0, from: now };
      this.#dropOldest();
      this.#states.set(key, state);
    }
    state.failures += 1;
    if (state.failures >= this.#failures && state.failures > state.successes * 2)
      this.#openCircuit(state, this.#openMs, now);
  }

  #openCircuit(state: State, openMs: number, since: number): void {
    state.open = { since, until: this.#now() + openMs, openMs, isTrying: false };
  }

  /** Removes the sites that failed longest ago first: a map keeps insertion order. */
  #dropOldest(): void {
    const [oldest] = this.#states.keys();
    if (this.#states.size >= maxSites && oldest !== undefined) this.#states.delete(oldest);
  }
}
