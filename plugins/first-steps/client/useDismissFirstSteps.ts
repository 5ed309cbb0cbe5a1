import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, useToasts } from '@balcao/sdk/client';
import { firstStepsKey } from './use-first-steps.ts';

/** Puts the list away. */
export function useDismissFirstSteps() {
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (whom: 'me' | 'company') => api.post('/first-steps/dismiss', { for: whom }),
    onSuccess: () => queries.setQueryData(firstStepsKey, []),
    onError: (error) => toasts.error(error),
  });
}
