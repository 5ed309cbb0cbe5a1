import { useEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { phoneRoom, type PhoneMessage } from '../../contract.ts';
import { withAck, withChange, withMessage } from './thread.ts';

const typingEndsMs = 10_000;

/** Returns the messages on a number’s phone, with live updates, and the company’s typing indicator. */
export function usePhone(connectionId: number, number: string) {
  const queries = useQueryClient();
  const key = ['sandbox', 'phone', connectionId, number] as const;
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    setTyping(false);
    return () => window.clearTimeout(timer.current);
  }, [connectionId, number]);

  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<PhoneMessage[]>(`/sandbox/${connectionId}/messages`, { with: number }, { signal }),
  });
  const change = (step: (known: PhoneMessage[]) => PhoneMessage[]) =>
    queries.setQueryData<PhoneMessage[]>(key, (known) => known && step(known));
  useRoom(
    phoneRoom,
    { connectionId, number },
    {
      message: ({ message }: { message: PhoneMessage }) => {
        if (!message.fromPhone) setTyping(false);
        change((known) => withMessage(known, message));
      },
      changed: ({ id, change: to }: { id: string; change: Partial<PhoneMessage> }) =>
        change((known) => withChange(known, id, to)),
      ack: ({ id, ack }: { id: string; ack: number }) => change((known) => withAck(known, id, ack)),
      presence: ({ state }: { state: string }) => {
        window.clearTimeout(timer.current);
        const isAtIt = state === 'composing' || state === 'recording';
        setTyping(isAtIt);
        if (isAtIt) timer.current = window.setTimeout(() => setTyping(false), typingEndsMs);
      },
    },
    { queryKeys: [key] },
  );
  return { messages: query.data, error: query.error, refetch: query.refetch, isTyping };
}
