import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { api } from '@balcao/sdk/client';
import { markRead } from '../data/mark-read.ts';

/** Milliseconds between two marks: while many write at once, one mark covers them all. */
const pauseMs = 1_000;

export interface ReadingInput {
  lastSeq: number;
  readSeq: number;
  /** Where the chat is shown: nobody reads one that another part of the page hides. */
  place: RefObject<HTMLElement | null>;
  /** Set to whether the end is on the screen. */
  isAtEnd: RefObject<boolean>;
  /** The view is about to go to an older message. */
  isJumping: boolean;
}

/** Marks a chat as read while its end is on a visible page. */
export const useReading = (chatId: number, { place, lastSeq, readSeq, isAtEnd, isJumping }: ReadingInput): void => {
  const queries = useQueryClient();
  const sent = useRef({ chatId, seq: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  const mark = useCallback((): void => {
    const known = sent.current;
    if (known.chatId !== chatId) sent.current = { chatId, seq: 0, timer: undefined };
    const isShown = document.visibilityState === 'visible' && place.current?.checkVisibility() === true;
    const isDue = isShown && isAtEnd.current && !isJumping;
    if (!isDue || lastSeq <= Math.max(readSeq, sent.current.seq) || sent.current.timer) return;
    const now = sent.current;
    now.seq = lastSeq;
    now.timer = setTimeout(() => (now.timer = undefined), pauseMs);
    // A failed mark is sent again with the next one.
    const store = () => api.post<{ readSeq: number }>(`/chats/${chatId}/read`, { seq: lastSeq });
    markRead(queries, { chatId, seq: lastSeq }, store).catch(() => (now.seq = 0));
  }, [chatId, isAtEnd, isJumping, lastSeq, place, queries, readSeq]);
  useEffect(() => {
    mark();
    const again = setInterval(mark, pauseMs);
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearInterval(again);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [mark]);
};
