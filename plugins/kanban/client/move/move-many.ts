import { api } from '@balcao/sdk/client';

/** The largest number of cards that the server moves at once. */
const maxAtOnce = 200;

export interface ManyMoved {
  moved: number[];
  refused: { ticketId: number }[];
}

/** Moves as many as the server takes at once, until all are moved. */
export const moveMany = async (kanbanId: number, ids: readonly number[], targetLaneId: string): Promise<ManyMoved> => {
  const answer: ManyMoved = { moved: [], refused: [] };
  for (let from = 0; from < ids.length; from += maxAtOnce) {
    const ticketIds = ids.slice(from, from + maxAtOnce);
    const part = await api.post<ManyMoved>(`/kanban-tickets/${kanbanId}/bulk`, { ticketIds, targetLaneId });
    answer.moved.push(...part.moved);
    answer.refused.push(...part.refused);
  }
  return answer;
};
