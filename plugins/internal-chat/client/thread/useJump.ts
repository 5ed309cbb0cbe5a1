import { useEffect, useState, type RefObject } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import type { useThread } from '../data/useThread.ts';
import { isNearEnd } from './useMessageScroll.ts';

/** Duration in ms for which a message that was jumped to is marked. */
const flashMs = 2_000;

export interface JumpInput {
  target: number | undefined;
  /** The target was taken over. */
  onTarget: (() => void) | undefined;
  /** Called after the jump: true if the newest message is on the screen. */
  onEnd(isAtEnd: boolean): void;
}

/** Scrolls to a message of a chat wherever it is, and marks it briefly. One far back is loaded with its neighbours. */
export const useJump = (
  place: RefObject<HTMLElement | null>,
  thread: ReturnType<typeof useThread>,
  { target, onTarget, onEnd }: JumpInput,
) => {
  const t = useT();
  const toasts = useToasts();
  const [wanted, setWanted] = useState<number>();
  const [flashed, setFlashed] = useState<number>();
  const { data, end, isAway, partError, isGone, show } = thread;
  useEffect(() => {
    if (target === undefined) return;
    setWanted(target);
    onTarget?.();
  }, [target, onTarget]);
  useEffect(() => {
    if (wanted === undefined || !data || !end) return;
    if (data.messages.some(({ seq }) => seq === wanted)) {
      const message = place.current?.querySelector(`[data-seq="${wanted}"]`);
      message?.scrollIntoView({ block: 'center' });
      onEnd(!isAway && isNearEnd(message?.closest('[role="log"]')));
      setFlashed(wanted);
      setWanted(undefined);
    } else if (end.messages.some(({ seq }) => seq === wanted)) show(undefined);
    else show(wanted);
  }, [wanted, data, end, isAway, place, show, onEnd]);
  useEffect(() => {
    if (wanted === undefined || !(isGone || partError)) return;
    setWanted(undefined);
    show(undefined);
    toasts.error(partError ?? t('errors.ERR_NO_CHAT_MESSAGE_FOUND'));
  }, [isGone, partError, show, t, toasts, wanted]);
  useEffect(() => {
    if (flashed === undefined) return undefined;
    const timer = setTimeout(() => setFlashed(undefined), flashMs);
    return () => clearTimeout(timer);
  }, [flashed]);
  return { flashed, jump: setWanted, isJumping: wanted !== undefined || target !== undefined };
};
