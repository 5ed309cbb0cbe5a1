import { readFilters, writeFilters } from './list-filters.ts';
import type { ListFilters } from './list-filters.ts';

/** Filters of the list saved under a name, in the form of the page address. */
export interface SavedView {
  id: number;
  name: string;
  filters: Record<string, string>;
  position: number;
}

const own = ['status', 'q', 'read', 'unsent', 'snoozed', 'connection', 'queues', 'users', 'all'];

/** Returns the active filters in one normal form. */
export const activeFilters = (filters: ListFilters): Record<string, string> =>
  Object.fromEntries(writeFilters(new URLSearchParams(), filters).entries());

/** Compares filters regardless of the order of their parameters. */
export const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Returns the address with the filters of a view and no others; everything else in it stays. */
export function withView(
  address: URLSearchParams,
  filters: Readonly<Record<string, string>>,
  contributedParams: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of [...own, ...contributedParams]) next.delete(name);
  for (const [name, value] of Object.entries(filters)) next.set(name, value);
  return next;
}

/**
 * Returns the view with these filters. A filter that this person may not use, or of a plugin that is off, is ignored.
 */
export function viewOf(
  views: readonly SavedView[],
  filters: ListFilters,
  contributedParams: readonly string[],
): SavedView | undefined {
  const now = activeFilters(filters);
  return views.find((view) =>
    isSame(activeFilters(readFilters(new URLSearchParams(view.filters), contributedParams)), now),
  );
}

/** Moves one item up (-1) or down (1). */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const [one, other] = [list[from], list[to]];
  if (one === undefined || other === undefined) return [...list];
  return list.map((each, index) => (index === from ? other : index === to ? one : each));
}
