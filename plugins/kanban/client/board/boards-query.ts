import { api } from '@balcao/sdk/client';
import type { BoardSettings } from './board-data.ts';

export const boardsKey = ['kanban', 'boards'] as const;

/** The boards that the person may open, with their lanes. */
export const boardsQuery = {
  queryKey: boardsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ boards: BoardSettings[] }>('/kanban-boards', {}, { signal })).boards,
  staleTime: 60_000,
};
