import { useQuery } from '@tanstack/react-query';
import { api, currentSession } from '@balcao/sdk/client';

export interface FirstStep {
  plugin: string;
  id: string;
  title: string;
  text: string;
  action: string;
  path: string;
  done: boolean;
}
export const firstStepsKey = ['first-steps'] as const;
/** Milliseconds after which an open list is read again. */
const readAgainAfter = 3_000;
/** Companies whose list was seen with something undone: only they are told that all is done. */
const begun = new Set<number | undefined>();
const isUndone = ({ done }: FirstStep): boolean => !done;

async function read({ signal }: { signal: AbortSignal }): Promise<readonly FirstStep[]> {
  const { steps } = await api.get<{ steps: FirstStep[] }>('/first-steps', {}, { signal });
  const companyId = currentSession()?.company.id;
  if (steps.some(isUndone)) begun.add(companyId);
  return begun.has(companyId) ? steps : [];
}

/**
 * Returns the company's first steps; steps done elsewhere appear within moments. Empty when the list is over. Pass false
 * for `refetchOnMount` if another part has just read them.
 */
export function useFirstSteps(refetchOnMount: 'always' | false = 'always') {
  const { data, isError } = useQuery({
    queryKey: firstStepsKey,
    queryFn: read,
    refetchOnMount,
    refetchInterval: ({ state }) => (state.data?.some(isUndone) ? readAgainAfter : false),
  });
  return { steps: data ?? [], isKnown: data !== undefined || isError };
}
