import { queryClient } from '@balcao/sdk/client';

/** Milliseconds in which events count as one burst. */
export const soon = 400;
/** An answer that takes longer is not waited for once there is a reason to ask again. */
const longestWait = 10_000;
const due = new Map<string, 'soon' | 'asking' | 'again'>();

/**
 * Fetches again soon, and once for a burst of events. What is being asked is answered first: where answers take longer
 * than the next event, asking anew at each would never end.
 */
export function refetchSoon(queryKey: readonly unknown[]): void {
  const name = JSON.stringify(queryKey);
  const state = due.get(name);
  if (state === 'asking') due.set(name, 'again');
  if (state) return;
  due.set(name, 'soon');
  setTimeout(() => void refetch(name, queryKey), soon);
}

/** Somebody reached the end of a list and waits for what comes next: asking anew would take it out of the way again. */
const isGrowing = (queryKey: readonly unknown[]): boolean =>
  queryClient.isFetching({ queryKey, predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined }) > 0;

async function refetch(name: string, queryKey: readonly unknown[]): Promise<void> {
  if (isGrowing(queryKey)) return void setTimeout(() => void refetch(name, queryKey), soon);
  due.set(name, 'asking');
  // A first answer that is on its way is not asked for anew, and may have been read before there was a reason to ask.
  const hasFirst = queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, longestWait)));
  await Promise.race([queryClient.invalidateQueries({ queryKey }), late]);
  clearTimeout(timer);
  const isAgain = hasFirst || due.get(name) === 'again';
  due.delete(name);
  if (isAgain) refetchSoon(queryKey);
}
