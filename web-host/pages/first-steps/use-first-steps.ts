import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useOptionalSession, useToasts } from '@balcao/sdk/client';

export interface FirstStep {
  plugin: string;
  id: string;
  title: string;
  text: string;
  action: string;
  path: string;
  done: boolean;
}
const queryKey = ['shell', 'first-steps'] as const;
const everyMs = 3_000;
/** Companies whose list was seen with a step undone: only they see the message that all is done. */
const seenUndone = new Set<number>();

/** Loads the company's first steps. With `isWatched`, a step done elsewhere shows within moments. */
export function useFirstSteps({
  isWanted = true,
  isWatched = false,
}: { isWanted?: boolean; isWatched?: boolean } = {}) {
  const session = useOptionalSession();
  const isFor = session?.user.profile === 'admin' && session.user['impersonating'] !== true;
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await api.get<{ steps: FirstStep[] }>('/platform/first-steps', {}, { signal });
      if (session && answer.steps.some(({ done }) => !done)) seenUndone.add(session.company.id);
      return answer;
    },
    enabled: isWanted && isFor,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const steps = state.data?.steps ?? [];
      return isWatched && steps.some(({ done }) => !done) ? everyMs : false;
    },
  });
  const steps = isFor && session && seenUndone.has(session.company.id) ? (data?.steps ?? []) : [];
  return {
    steps,
    done: steps.filter(({ done }) => done).length,
    isKnown: !isFor || data !== undefined || isError,
  };
}

/** Hides the list. */
export function useHideFirstSteps() {
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (whom: 'me' | 'company') => api.post('/platform/first-steps/dismiss', { for: whom }),
    onSuccess: () => queries.setQueryData(queryKey, { steps: [] }),
    onError: (error) => toasts.error(error),
  });
}
