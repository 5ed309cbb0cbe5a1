import type { Query, QueryKey } from '@tanstack/react-query';
import { queryClient, readAt } from '../query-client.ts';
import type { Missed } from './missed.ts';

const cache = queryClient.getQueryCache();
/** Queries that are asked again once the answer they wait for is there. */
const askedAgain = new WeakSet<Query>();

const isInFlight = ({ state }: Query): boolean => state.fetchStatus !== 'idle';
const invalidate = (query: Query): void =>
  void queryClient.invalidateQueries({ predicate: (one) => one === query, type: 'all' });

/** A request that is in flight is not repeated by the cache when it is the first one: its answer is waited for. */
function askAgain(query: Query): void {
  if (!isInFlight(query)) return invalidate(query);
  if (askedAgain.has(query)) return;
  askedAgain.add(query);
  const stop = cache.subscribe((event) => {
    if (event.query !== query || (event.type !== 'removed' && isInFlight(query))) return;
    stop();
    askedAgain.delete(query);
    if (event.type !== 'removed') invalidate(query);
  });
}

const under = (keys: readonly QueryKey[]): Set<Query> =>
  new Set(keys.flatMap((queryKey) => cache.findAll({ queryKey })));

/** A room was joined: what was read before it was told of something is read again. */
export function readMissed(keys: readonly QueryKey[], missed: Missed): void {
  for (const query of under(keys)) if (missed(query)) askAgain(query);
}

/** A message was told at a moment of `performance.now()`: answers that were asked for before it may be older than it. */
export function readAfter(keys: readonly QueryKey[], toldAt: number): void {
  for (const query of under(keys)) if (isInFlight(query) && readAt(query) <= toldAt) askAgain(query);
}
