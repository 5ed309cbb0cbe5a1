import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { api } from '@balcao/sdk/client';
import { markRead } from '../data/mark-read.ts';

/** Milliseconds between two marks: while many write at once, one mark covers them all. */
const pauseMs = 1_000;

/** Marks a chat as read while its end is on a visible page. */
export const useReading = (chatId: number, { lastSeq, readSeq }: { lastSeq: number; readSeq: number }) => {
  const queries = useQueryClient();
  const isAtEnd = useRef(true);
  const sent = useRef({ chatId, seq: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  const mark = useCallback((): void => {
    const known = sent.current;
    if (known.chatId !== chatId) sent.current = { chatId, seq: 0, timer: undefined };
    const isDue = isAtEnd.current && document.visibilityState === 'visible';
    if (!isDue || lastSeq <= Math.max(readSeq, sent.current.seq) || sent.current.timer) return;
    const now = sent.current;
    now.seq = lastSeq;
    now.timer = setTimeout(() => (now.timer = undefined), pauseMs);
    // A failed mark is sent again with the next one.
    const store = () => api.post<{ readSeq: number }>(`/chats/${chatId}/read`, { seq: lastSeq });
    markRead(queries, { chatId, seq: lastSeq }, store).catch(() => (now.seq = 0));
  }, [chatId, lastSeq, queries, readSeq]);
  useEffect(() => {
    mark();
    const again = setInterval(mark, pauseMs);
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearInterval(again);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [mark]);
  return isAtEnd;
};
