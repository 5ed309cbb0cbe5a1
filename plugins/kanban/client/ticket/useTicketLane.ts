import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import type { Lane, LaneExtra } from '../../contract.ts';

/** The position of a card in JSON. */
export interface ShownTicketLane {
  kanbanId: number;
  lanes: Lane[];
  laneId: string;
  movedAt: string | null;
}

export const ticketLaneKey = (ticketId: number) => ['kanban', 'lane', ticketId] as const;

/** Follows the lane of a conversation live, and moves it optimistically, rolled back when refused. */
export function useTicketLane(ticket: TicketView) {
  const client = useQueryClient();
  const toasts = useToasts();
  const queryKey = ticketLaneKey(ticket.id);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<ShownTicketLane>(`/kanban-tickets/${ticket.id}`, {}, { signal }),
    staleTime: 30_000,
  });
  /** Returns the number of moves of this conversation in flight; they are sent one after the other. */
  const moving = (): number => client.isMutating({ mutationKey: queryKey });
  const move = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join() },
    mutationFn: ({ kanbanId, laneId }: ShownTicketLane) =>
      api.put<ShownTicketLane>(`/kanban-tickets/${kanbanId}`, { ticketId: ticket.id, targetLaneId: laneId }),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<ShownTicketLane>(queryKey);
      client.setQueryData(queryKey, wanted);
      return { before };
    },
    onError: (error, _wanted, context) => {
      if (moving() === 1) {
        client.setQueryData(queryKey, context?.before);
        void client.invalidateQueries({ queryKey });
      }
      toasts.error(error);
    },
    // A newer choice stays shown until it is answered too.
    onSuccess: (moved) => {
      if (moving() === 1) client.setQueryData(queryKey, moved);
    },
  });

  // A colleague moved it: the live row has the new lane before any request.
  const live = (ticket.extra['kanban'] as LaneExtra | undefined)?.laneId;
  useEffect(() => {
    const moved = ticketLaneKey(ticket.id);
    if (live !== undefined && client.isMutating({ mutationKey: moved }) === 0)
      void client.invalidateQueries({ queryKey: moved });
  }, [client, live, ticket.id]);

  return {
    place: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    moveTo: (laneId: string): void => {
      if (query.data && query.data.laneId !== laneId) {
        move.mutate({ ...query.data, laneId, movedAt: new Date().toISOString() });
      }
    },
  };
}
