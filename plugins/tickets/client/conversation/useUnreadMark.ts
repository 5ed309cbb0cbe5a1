import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { MessageView } from '../../contract.ts';
import { firstUnread } from '../model/thread.ts';
import type { UnreadFrom } from '../model/thread.ts';
import { useWindowActive } from './useWindowActive.ts';

export interface UnreadMarkInput {
  isLoaded: boolean;
  messages: readonly MessageView[];
  /** From the server, when it is older than what is loaded. */
  firstUnreadId: number | null | undefined;
  /** Unread count at opening; reading clears the ticket's own count at once. */
  unreadAtOpening: number;
  /** The reader. */
  userId: number;
  /** The newest outgoing message of this person. */
  sending: string | undefined;
}

/**
 * Position of the line above the first unread message. It stays until the reader answers or leaves; messages that
 * arrive while the window is not visible are marked likewise.
 */
export function useUnreadMark(input: UnreadMarkInput): UnreadFrom | undefined {
  const { isLoaded, messages, firstUnreadId, unreadAtOpening, userId, sending } = input;
  const [mark, setMark] = useState<UnreadFrom>();
  const isLooking = useWindowActive();
  const seen = useRef(0);
  const newest = messages.at(-1)?.id ?? 0;

  useLayoutEffect(() => {
    if (!isLoaded) return;
    const isElsewhere = firstUnreadId && unreadAtOpening > 0 && !messages.some(({ id }) => id === firstUnreadId);
    setMark(
      isElsewhere ? { messageId: firstUnreadId, count: unreadAtOpening } : firstUnread(messages, unreadAtOpening),
    );
    // Only once, when the conversation is loaded.
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
  // Also messages sent by another part of the screen in this person's name.
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
