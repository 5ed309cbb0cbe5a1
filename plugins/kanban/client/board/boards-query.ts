import { queryOptions } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import { boardKey, fetchBoard } from './board-api.ts';
import type { BoardSettings } from './board-data.ts';
import type { BoardFilter } from './board-filter.ts';

export const boardsKey = ['kanban', 'boards'] as const;

/** The boards that the person may open, with their lanes. */
export const boardsQuery = {
  queryKey: boardsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ boards: BoardSettings[] }>('/kanban-boards', {}, { signal })).boards,
  staleTime: 60_000,
};

/** A board with the first cards of its lanes. */
export const boardQuery = (kanbanId: number, filter: BoardFilter) =>
  queryOptions({
    queryKey: boardKey(kanbanId, filter),
    queryFn: ({ signal }) => fetchBoard(kanbanId, filter, signal),
    staleTime: 30_000,
  });
