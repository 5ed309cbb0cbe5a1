import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Plan } from '../plan.ts';

const plansKey = ['finance', 'plans'] as const;

/** Fetches every plan of the platform, for super users. */
export function usePlans() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: plansKey,
    queryFn: ({ signal }) => api.get<Plan[]>('/plans/all', {}, { signal }),
  });
  return { ...query, renew: () => queries.invalidateQueries({ queryKey: plansKey }) };
}
