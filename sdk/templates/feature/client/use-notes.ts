import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useToasts } from '@balcao/sdk/client';
import type { Note } from '../contract.ts';

const allKey = ['example-notes'] as const;

/** Loads the company's notes, or those of one conversation, and provides the actions on them. */
export function useNotes(ticketId?: number) {
  const queries = useQueryClient();
  const toasts = useToasts();
  const path = ticketId === undefined ? '/example-notes' : `/example-notes/tickets/${ticketId}`;
  const query = useQuery({
    queryKey: [...allKey, ticketId ?? 'all'],
    queryFn: ({ signal }) => api.get<Note[]>(path, {}, { signal }),
  });
  const refetch = () => queries.invalidateQueries({ queryKey: allKey });
  const add = useMutation({
    mutationFn: (body: string) => api.post<Note>(`/example-notes/tickets/${ticketId}`, { body }),
    onSuccess: refetch,
    onError: (error) => toasts.error(error),
  });
  const mark = useMutation({
    mutationFn: ({ id, done }: Pick<Note, 'id' | 'done'>) => api.put<Note>(`/example-notes/${id}`, { done }),
    onSettled: refetch,
    onError: (error) => toasts.error(error),
  });
  return {
    notes: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    add: add.mutateAsync,
    isAdding: add.isPending,
    mark: (id: number, done: boolean) => mark.mutate({ id, done }),
  };
}
