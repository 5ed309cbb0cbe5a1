import { api } from '@balcao/sdk/client';
import type { BoardState, LanePage, LaneTotal } from './board-data.ts';
import type { BoardFilter } from './board-filter.ts';

/** The filter as parameters of the server. */
export const paramsOf = (filter: BoardFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as Record<string, string>;

export const boardKey = (kanbanId: number, filter: BoardFilter) =>
  ['kanban', 'board', kanbanId, paramsOf(filter)] as const;

export const fetchBoard = (kanbanId: number, filter: BoardFilter, signal?: AbortSignal): Promise<BoardState> =>
  api.get<BoardState>(`/kanban-boards/${kanbanId}`, paramsOf(filter), signal && { signal });

export const fetchLane = (
  kanbanId: number,
  filter: BoardFilter,
  laneId: string,
  more: { cursor?: string; limit: number },
): Promise<LanePage> => api.get<LanePage>('/kanban-cards', { ...paramsOf(filter), kanbanId, laneId, ...more });

export const fetchTotals = async (kanbanId: number, filter: BoardFilter): Promise<LaneTotal[]> =>
  (await api.get<{ totals: LaneTotal[] }>(`/kanban-boards/${kanbanId}/totals`, paramsOf(filter))).totals;

export interface Move {
  ticketId: number;
  targetLaneId: string;
  beforeTicketId?: number | null | undefined;
  version?: number;
}
export const putMove = (kanbanId: number, move: Move): Promise<{ version: number; movedAt: string | null }> =>
  api.put(`/kanban-tickets/${kanbanId}`, move);
