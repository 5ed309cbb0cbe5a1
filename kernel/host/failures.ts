import { plainMessage } from '../log.ts';

/** Where plugin code is called, where it acted uncalled (`process`), and what browsers tell of it. */
export type FailurePlace =
  'route' | 'event' | 'job' | 'room' | 'login' | 'contribution' | 'session' | 'process' | 'browser';

export interface Failure {
  plugin: string;
  where: FailurePlace;
  what: string;
  error: unknown;
}

export interface RecentFailure {
  /** ISO 8601. */
  at: string;
  where: string;
  what: string;
  code: string;
  message: string;
}

export interface FailureReport {
  lastHour: number;
  byPlace: Record<string, number>;
  /** Newest first. */
  recent: RecentFailure[];
}

const minutes = 60;
export const maxRecent = 10;

const codeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code)) return code;
  return typeof name === 'string' ? name.slice(0, 60) : 'Error';
};

interface Page {
  /** By minute since the epoch. */
  counts: Map<number, Map<string, number>>;
  recent: RecentFailure[];
}

/** What plugins threw on this node in the last hour: counts a minute, and the last few with their messages. */
export class FailureBook {
  readonly #pages = new Map<string, Page>();

  add({ plugin, where, what, error }: Failure, now = Date.now()): void {
    const page: Page = this.#pages.get(plugin) ?? { counts: new Map(), recent: [] };
    this.#pages.set(plugin, page);
    const minute = Math.floor(now / 60_000);
    const counts = page.counts.get(minute) ?? new Map<string, number>();
    page.counts.set(minute, counts.set(where, (counts.get(where) ?? 0) + 1));
    for (const old of page.counts.keys()) if (old <= minute - minutes) page.counts.delete(old);
    page.recent.unshift({
      at: new Date(now).toISOString(),
      where,
      what,
      code: codeOf(error),
      message: plainMessage(error).slice(0, 300),
    });
    page.recent.length = Math.min(page.recent.length, maxRecent);
  }

  plugins(): string[] {
    return [...this.#pages.keys()];
  }

  of(plugin: string, now = Date.now()): FailureReport {
    const page = this.#pages.get(plugin);
    const after = Math.floor(now / 60_000) - minutes;
    const byPlace: Record<string, number> = {};
    for (const [minute, counts] of page?.counts ?? []) {
      if (minute <= after) continue;
      for (const [where, count] of counts) byPlace[where] = (byPlace[where] ?? 0) + count;
    }
    const lastHour = Object.values(byPlace).reduce((sum, count) => sum + count, 0);
    return { lastHour, byPlace, recent: page ? [...page.recent] : [] };
  }
}

/** As a browser told it: its words are the browser's, with the name of the error before them. */
export class BrowserFailure extends Error {
  constructor(told: string) {
    const [, name, message] = /^([A-Z]\w{2,59}): (.*)$/s.exec(told) ?? [];
    super(message ?? told);
    this.name = name ?? 'BrowserFailure';
  }
}
