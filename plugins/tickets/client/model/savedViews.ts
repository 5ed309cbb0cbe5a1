import { readFilters, writeFilters } from './listFilters.ts';
import type { ListFilters } from './listFilters.ts';

/** Filters of the list that a person kept under a name, as the address has them. */
export interface SavedView {
  id: number;
  name: string;
  filters: Record<string, string>;
  position: number;
}

const own = ['status', 'q', 'read', 'unsent', 'snoozed', 'connection', 'queues', 'users', 'all'];

/** What of the filters is worth keeping: those that are on, in one spelling. */
export const kept = (filters: ListFilters): Record<string, string> =>
  Object.fromEntries(writeFilters(new URLSearchParams(), filters).entries());

/** A view names the list, whatever order its parameters were saved in. */
export const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** The address with a view's filters and no others; what else is in it stays. */
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

/** The view whose filters these are. A filter that this person may not use, or of a plugin that is off, tells none apart. */
export function viewOf(
  views: readonly SavedView[],
  filters: ListFilters,
  contributedParams: readonly string[],
): SavedView | undefined {
  const now = kept(filters);
  return views.find((view) => isSame(kept(readFilters(new URLSearchParams(view.filters), contributedParams)), now));
}

/** Moves one by one place, up (-1) or down (1). */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  const [one, other] = [list[from], list[to]];
  if (one === undefined || other === undefined) return [...list];
  return list.map((each, index) => (index === from ? other : index === to ? one : each));
}
