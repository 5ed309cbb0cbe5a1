import { QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** True for temporary failures; a refusal of the server would be repeated. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * The page's only cache of server state, shared by host and plugins. Live rooms keep it up to date, so it is not
 * refetched on focus.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 3 && isTemporary(error),
      staleTime: 15_000,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** The start times of each query's requests in flight, and of the request whose response it holds. */
const inFlight = new WeakMap<Query, number>();
const responseTimes = new WeakMap<Query, number>();
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  // Loading one more page leaves the earlier pages as old as they are.
  if (action.type === 'fetch')
    inFlight.set(query, (action.meta?.fetchMore ? responseTimes.get(query) : undefined) ?? performance.now());
  if (action.type === 'success' && !action.manual)
    responseTimes.set(query, inFlight.get(query) ?? Number.NEGATIVE_INFINITY);
});

/** Returns the page's time (`performance.now()`) at which the request began whose response a query has or awaits. */
export const readAt = (query: Query): number =>
  (query.state.fetchStatus === 'idle' ? responseTimes : inFlight).get(query) ?? Number.NEGATIVE_INFINITY;
