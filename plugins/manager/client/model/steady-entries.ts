import type { Entry } from './entry.ts';

/** Rows as they are drawn while the pointer is over the list. */
interface SteadyEntries {
  entries: readonly Entry[];
  /** Ids of rows that left the list: they keep their place, without actions. */
  gone: ReadonlySet<number>;
}

/**
 * Keeps every row where it was read, updated in place: a click means the row under the pointer. New rows that stand
 * after all of them are added; others wait until the pointer leaves.
 */
export const steadyEntries = (drawn: readonly Entry[], now: readonly Entry[]): SteadyEntries => {
  const current = new Map(now.map((entry) => [entry.id, entry]));
  const known = new Set(drawn.map(({ id }) => id));
  const last = now.findLastIndex(({ id }) => known.has(id));
  return {
    entries: [...drawn.map((entry) => current.get(entry.id) ?? entry), ...now.slice(last + 1)],
    gone: new Set(drawn.filter(({ id }) => !current.has(id)).map(({ id }) => id)),
  };
};
