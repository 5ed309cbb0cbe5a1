import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, useRoom } from '@balcao/sdk/client';
import { ticketRoom, type MessageView, type TicketView } from '@balcao/tickets/contract';
import type { Suggested } from './suggested.ts';

/** Requests suggestions for a conversation; closing it, or leaving the conversation, stops the model. */
export function useSuggestions({ id: ticketId, uuid }: TicketView, onAnswered: () => void) {
  const running = useRef<AbortController>(undefined);
  const [isStale, setStale] = useState(false);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: (signal: AbortSignal) => api.post<Suggested>('/assistant/suggestions', { ticketId }, { signal }),
  });
  const stop = useCallback((): void => {
    running.current?.abort();
    running.current = undefined;
    reset();
  }, [reset]);
  const ask = useCallback((): void => {
    stop();
    setStale(false);
    running.current = new AbortController();
    mutate(running.current.signal);
  }, [mutate, stop]);
  useEffect(() => () => running.current?.abort(), []);
  useRoom(
    ticketRoom,
    { uuid },
    {
      message: ({ action, message }: { action: string; message: MessageView }) => {
        if (action !== 'create' || message.onlyInternal) return;
        if (message.fromMe) onAnswered();
        else setStale(true);
      },
    },
  );
  return { ask, stop, data, error, isPending, isStale };
}
