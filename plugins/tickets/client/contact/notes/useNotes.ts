import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, queryClient, useRoom } from '@balcao/sdk/client';
import { ticketRoom } from '../../../contract.ts';
import type { TicketView } from '../../../contract.ts';

export interface Note {
  id: number;
  note: string;
  /** In reais. */
  processValue: number;
  createdAt: string;
  user: { id: number; name: string } | null;
}

/** What is noted where there was nothing to note: kept, and shown to nobody. */
const hidden = 'N/A';

/** Sums of reais are off by a hair; sums of cents are not. */
export const centsOf = (reais: number): number => Math.round(reais * 100);

const keyOf = (ticketId: number) => ['tickets', 'notes', ticketId] as const;

/** The notes of a conversation, followed live, and what can be done with them. */
export function useNotes(ticket: TicketView) {
  const { id: ticketId, contactId, uuid } = ticket;
  const query = useQuery({
    queryKey: keyOf(ticketId),
    queryFn: ({ signal }) => api.get<Note[]>('/ticket-notes/list', { ticketId, contactId }, { signal }),
    staleTime: 60_000,
  });
  const again = useCallback(() => queryClient.invalidateQueries({ queryKey: keyOf(ticketId) }), [ticketId]);
  useRoom(ticketRoom, { uuid }, { notes: () => void again() }, { queryKeys: [keyOf(ticketId)] });
  const notes = query.data?.filter(({ note }) => note !== hidden);
  return {
    notes,
    total: (notes ?? []).reduce((sum, { processValue }) => sum + centsOf(processValue), 0),
    error: query.error,
    again,
    add: async (note: string, processValue: string): Promise<void> => {
      await api.post('/ticket-notes', { note, processValue, ticketId, contactId });
      await again();
    },
    remove: async (id: number): Promise<void> => {
      await api.delete(`/ticket-notes/${id}`);
      await again();
    },
  };
}
