import { useEffect, useRef, useState } from 'react';
import { ApiError, useT, useToasts } from '@balcao/sdk/client';
import { showPosition, cancelJump } from '../data/useMessages.ts';
import { shows } from '../model/albums.ts';
import type { ThreadRow } from '../model/thread-row.ts';

/** Duration of the highlight after a jump, in ms. */
const flashes = 1600;

export interface JumpInput {
  ticketId: number;
  rows: readonly ThreadRow[];
  /** The message to scroll to. */
  target: number | undefined;
  isSettled: boolean;
  show(index: number): void;
  /** It is on the screen, or cannot be. */
  onDone(): void;
}

/**
 * Scrolls to a message wherever it is; a distant one is loaded with its neighbours. Returns the message to highlight.
 */
export function useJumpToMessage({ ticketId, rows, target, isSettled, show, onDone }: JumpInput): number | undefined {
  const t = useT();
  const toasts = useToasts();
  const [flashed, setFlashed] = useState<number>();
  const fetched = useRef<number>(undefined);
  useEffect(() => {
    if (target === undefined || !isSettled) return;
    const index = rows.findIndex((row) => shows(row, target));
    if (index >= 0) {
      fetched.current = undefined;
      cancelJump();
      show(index);
      setFlashed(target);
      return onDone();
    }
    if (fetched.current === target) return;
    fetched.current = target;
    const giveUp = (): void => {
      if (fetched.current !== target) return;
      fetched.current = undefined;
      onDone();
    };
    showPosition(ticketId, { around: target }).then(
      (isShown) => isShown || giveUp(),
      (error: unknown) => {
        toasts.error(error instanceof ApiError && error.status === 404 ? t('thread.gone') : error);
        giveUp();
      },
    );
  }, [isSettled, onDone, rows, show, t, target, ticketId, toasts]);
  useEffect(() => {
    if (flashed === undefined) return;
    const timer = setTimeout(() => setFlashed(undefined), flashes);
    return () => clearTimeout(timer);
  }, [flashed]);
  return flashed;
}
