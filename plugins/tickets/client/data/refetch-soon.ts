import { queryClient } from '@balcao/sdk/client';

/** Milliseconds in which events count as one burst. */
export const burstMs = 400;
/** Maximum time to wait for a pending response before requesting again. */
const maxWaitMs = 10_000;
const due = new Map<string, 'soon' | 'asking' | 'again'>();

/**
 * Refetches soon, once per burst of events. A pending request is awaited first: if responses take longer than the next
 * event, restarting each time would never end.
 */
export function refetchSoon(queryKey: readonly unknown[]): void {
  const name = JSON.stringify(queryKey);
  const state = due.get(name);
  if (state === 'asking') due.set(name, 'again');
  if (state) return;
  due.set(name, 'soon');
  setTimeout(() => void refetch(name, queryKey), burstMs);
}

/** True while the next page of a list is loading: refetching would discard it. */
const isGrowing = (queryKey: readonly unknown[]): boolean =>
  queryClient.isFetching({ queryKey, predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined }) > 0;

async function refetch(name: string, queryKey: readonly unknown[]): Promise<void> {
  if (isGrowing(queryKey)) return void setTimeout(() => void refetch(name, queryKey), burstMs);
  due.set(name, 'asking');
  // A pending first response is not requested again, but it may have been read before the event.
  const hasFirst = queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, maxWaitMs)));
  await Promise.race([queryClient.invalidateQueries({ queryKey }), late]);
  clearTimeout(timer);
  const isAgain = hasFirst || due.get(name) === 'again';
  due.delete(name);
  if (isAgain) refetchSoon(queryKey);
}
