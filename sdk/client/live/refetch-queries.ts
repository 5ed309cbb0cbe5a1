import type { Query, QueryKey } from '@tanstack/react-query';
import { queryClient, readAt } from '../query-client.ts';
import type { Missed } from './missed.ts';

const cache = queryClient.getQueryCache();
/** Queries that are fetched again once their request in flight has settled. */
const refetchPending = new WeakSet<Query>();

const isInFlight = ({ state }: Query): boolean => state.fetchStatus !== 'idle';
const invalidate = (query: Query): void =>
  void queryClient.invalidateQueries({ predicate: (one) => one === query, type: 'all' });

/** The cache does not repeat a query's first request while it is in flight: fetch again after it has settled. */
function refetchWhenSettled(query: Query): void {
  if (!isInFlight(query)) return invalidate(query);
  if (refetchPending.has(query)) return;
  refetchPending.add(query);
  const stop = cache.subscribe((event) => {
    if (event.query !== query || (event.type !== 'removed' && isInFlight(query))) return;
    stop();
    refetchPending.delete(query);
    if (event.type !== 'removed') invalidate(query);
  });
}

const under = (keys: readonly QueryKey[]): Set<Query> =>
  new Set(keys.flatMap((queryKey) => cache.findAll({ queryKey })));

/** Fetches queries again that were read before this room was joined and may have missed a message. */
export function refetchMissed(keys: readonly QueryKey[], missed: Missed): void {
  for (const query of under(keys)) if (missed(query)) refetchWhenSettled(query);
}

/**
 * Fetches queries again whose request began before a message was received, at a moment of `performance.now()`: their
 * response may be older.
 */
export function refetchOlderThan(keys: readonly QueryKey[], receivedAt: number): void {
  for (const query of under(keys)) if (isInFlight(query) && readAt(query) <= receivedAt) refetchWhenSettled(query);
}
