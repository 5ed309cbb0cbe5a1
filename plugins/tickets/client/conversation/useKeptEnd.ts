import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Milliseconds after a hand moved in which what scrolls was scrolled by it. */
const handMoves = 400;

interface KeptEnd {
  box: RefObject<HTMLElement | null>;
  /** The box is drawn. */
  isThere: boolean;
  /** What is loaded ends before the conversation does. */
  hasNewer: boolean;
  /** Pixels from the end that still count as reading the newest. */
  within: number;
  scrollToEnd(): void;
}

const fromEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number =>
  scrollHeight - clientHeight - scrollTop;

/**
 * Whether the newest is being read, and its end kept in sight for as long: while pictures take their room, what is
 * sent gets its words, and the box shrinks under a growing answer. Only a hand leads away from it, for what grows
 * scrolls too; and whoever was led away is never carried back.
 */
export function useKeptEnd({ box, isThere, hasNewer, within, scrollToEnd }: KeptEnd) {
  const reads = useRef(true);
  const hand = useRef(Number.NEGATIVE_INFINITY);
  const seen = useRef({ top: 0, height: 0 });
  const isCut = useRef(hasNewer);
  isCut.current = hasNewer;

  const look = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop: top, scrollHeight: height } = element;
    const before = seen.current;
    seen.current = { top, height };
    const wentUp = before.top - top > Math.max(0, before.height - height) + 1;
    if (isCut.current) reads.current = false;
    else if (fromEnd(element) <= within) reads.current = true;
    else if (wentUp || performance.now() - hand.current < handMoves) reads.current = false;
  }, [box, within]);

  useEffect(() => {
    const element = box.current;
    if (!element || !isThere) return;
    const moved = (): void => void (hand.current = performance.now());
    const turned = ({ deltaY }: WheelEvent): void => void (deltaY < 0 && moved());
    // The bar beside the messages, held for as long as it takes; on a message nothing is dragged.
    const held = ({ target }: PointerEvent): void => void (target === element && (hand.current = Number.MAX_VALUE));
    const released = (): void => void (hand.current === Number.MAX_VALUE && moved());
    const watch = new ResizeObserver(() => {
      if (!reads.current || isCut.current) return;
      if (fromEnd(element) > within && performance.now() - hand.current < handMoves) reads.current = false;
      else if (fromEnd(element) > 0) scrollToEnd();
    });
    watch.observe(element);
    // The rows, as high as all of them together.
    if (element.firstElementChild) watch.observe(element.firstElementChild);
    element.addEventListener('wheel', turned, { passive: true });
    element.addEventListener('touchmove', moved, { passive: true });
    element.addEventListener('keydown', moved);
    element.addEventListener('pointerdown', held);
    window.addEventListener('pointerup', released);
    window.addEventListener('pointercancel', released);
    return () => {
      watch.disconnect();
      element.removeEventListener('wheel', turned);
      element.removeEventListener('touchmove', moved);
      element.removeEventListener('keydown', moved);
      element.removeEventListener('pointerdown', held);
      window.removeEventListener('pointerup', released);
      window.removeEventListener('pointercancel', released);
    };
  }, [box, isThere, scrollToEnd, within]);

  /** The reader goes to the end, or somewhere else. */
  const goes = useCallback((toEnd: boolean) => {
    reads.current = toEnd;
    hand.current = Number.NEGATIVE_INFINITY;
  }, []);
  return { look, goes };
}
