import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MessageView } from '../../contract.ts';
import { firstUnread } from '../model/thread.ts';
import type { UnreadFrom } from '../model/thread.ts';
import { useIsLooking } from './useIsLooking.ts';

export interface UnreadMarkInput {
  isLoaded: boolean;
  messages: readonly MessageView[];
  /** Of the server, when it is older than what is loaded. */
  firstUnreadId: number | null | undefined;
  /** When the conversation was opened; reading clears the ticket's own count at once. */
  unreadAtOpening: number;
  /** Who reads. */
  userId: number;
  /** The newest of what this person is sending. */
  sending: string | undefined;
}

/**
 * Where this visit's unread messages begin. It stays until the reader answers, or leaves; what arrives while nobody
 * looks at the window is marked in the same way.
 */
export function useUnreadMark(input: UnreadMarkInput): UnreadFrom | undefined {
  const { isLoaded, messages, firstUnreadId, unreadAtOpening, userId, sending } = input;
  const [mark, setMark] = useState<UnreadFrom>();
  const isLooking = useIsLooking();
  const seen = useRef(0);
  const newest = messages.at(-1)?.id ?? 0;

  useLayoutEffect(() => {
    if (!isLoaded) return;
    const isElsewhere = firstUnreadId && unreadAtOpening > 0 && !messages.some(({ id }) => id === firstUnreadId);
    setMark(
      isElsewhere ? { messageId: firstUnreadId, count: unreadAtOpening } : firstUnread(messages, unreadAtOpening),
    );
    // Only once, when the conversation is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLoaded]);

  useEffect(() => {
    if (isLooking || !isLoaded) {
      seen.current = Math.max(seen.current, newest);
      return;
    }
    const missed = messages.filter((message) => message.id > seen.current && !message.fromMe);
    if (missed[0]) setMark({ messageId: missed[0].id, count: missed.length });
  }, [isLoaded, isLooking, messages, newest]);

  const lastSent = useRef(sending);
  useEffect(() => {
    if (sending && sending !== lastSent.current) setMark(undefined);
    lastSent.current = sending;
  }, [sending]);
  // Also what another part of the screen said in this person's name.
  const answered = messages.findLast(
    ({ fromMe, onlyInternal, user }) => fromMe && !onlyInternal && user?.id === userId,
  )?.id;
  const lastAnswered = useRef<number>(undefined);
  useEffect(() => {
    if (!isLoaded) return;
    if (lastAnswered.current !== undefined && (answered ?? 0) > lastAnswered.current) setMark(undefined);
    lastAnswered.current = Math.max(lastAnswered.current ?? 0, answered ?? 0);
  }, [answered, isLoaded]);
  return mark;
}
