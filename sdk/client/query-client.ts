import { QueryClient } from '@tanstack/react-query';
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
