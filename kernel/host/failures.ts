import { plainMessage } from '../log.ts';

/** Kind of call site, `process` for code that ran outside a call, or `browser` for failures reported by browsers. */
export type FailureSource =
  'route' | 'event' | 'job' | 'room' | 'login' | 'contribution' | 'session' | 'process' | 'browser';

export interface Failure {
  plugin: string;
  where: FailureSource;
  what: string;
  error: unknown;
}

export interface RecentFailure {
  /** Time in ISO 8601. */
  at: string;
  where: string;
  what: string;
  code: string;
  message: string;
}

export interface FailureReport {
  lastHour: number;
  byPlace: Record<string, number>;
  /** Latest failures, newest first. */
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
  /** Counts by minute since the epoch. */
  counts: Map<number, Map<string, number>>;
  recent: RecentFailure[];
}

/** Failures of plugins on this node in the last hour: counts per minute, and the last few with their messages. */
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

/** A failure reported by a browser, with the browser's message and the name of the error in front. */
export class BrowserFailure extends Error {
  constructor(reported: string) {
    const [, name, message] = /^([A-Z]\w{2,59}): (.*)$/s.exec(reported) ?? [];
    super(message ?? reported);
    this.name = name ?? 'BrowserFailure';
  }
}
