import { QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Trouble that passes by itself; what the server refused would be refused again. */
const passes = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The one cache of server state, shared by host and plugins. Live rooms keep it fresh, so focus refetches nothing. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 3 && passes(error),
      staleTime: 15_000,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

/** When the readings of each query began that are under way, and whose answer it holds. */
const underway = new WeakMap<Query, number>();
const held = new WeakMap<Query, number>();
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  // One more page leaves those before it as old as they are.
  if (action.type === 'fetch')
    underway.set(query, (action.meta?.fetchMore ? held.get(query) : undefined) ?? performance.now());
  if (action.type === 'success' && !action.manual) held.set(query, underway.get(query) ?? Number.NEGATIVE_INFINITY);
});

/** The moment of the page (`performance.now()`) at which the reading began whose answer a query has or awaits. */
export const readAt = (query: Query): number =>
  (query.state.fetchStatus === 'idle' ? held : underway).get(query) ?? Number.NEGATIVE_INFINITY;
