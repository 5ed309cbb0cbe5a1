import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Milliseconds after user input in which scrolling counts as the user's. */
const inputMs = 400;

interface StickToEndInput {
  box: RefObject<HTMLElement | null>;
  /** The element is rendered. */
  isThere: boolean;
  /** The loaded part ends before the conversation does. */
  hasNewer: boolean;
  /** Pixels from the end that still count as the end. */
  within: number;
  scrollToEnd(): void;
}

const fromEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number =>
  scrollHeight - clientHeight - scrollTop;

/**
 * True while the reader is at the end, which is then kept in view: while pictures load, outgoing messages get their
 * text, and the list shrinks because the field grows. Only user input leaves the end, because growing content scrolls
 * too; a reader who left it is never moved back.
 */
export function useStickToEnd({ box, isThere, hasNewer, within, scrollToEnd }: StickToEndInput) {
  const isAtEnd = useRef(true);
  const lastInput = useRef(Number.NEGATIVE_INFINITY);
  const seen = useRef({ top: 0, height: 0 });
  const isCut = useRef(hasNewer);
  isCut.current = hasNewer;

  const onScrolled = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop: top, scrollHeight: height } = element;
    const before = seen.current;
    seen.current = { top, height };
    const wentUp = before.top - top > Math.max(0, before.height - height) + 1;
    if (isCut.current) isAtEnd.current = false;
    else if (fromEnd(element) <= within) isAtEnd.current = true;
    else if (wentUp || performance.now() - lastInput.current < inputMs) isAtEnd.current = false;
  }, [box, within]);

  useEffect(() => {
    const element = box.current;
    if (!element || !isThere) return;
    const moved = (): void => void (lastInput.current = performance.now());
    const turned = ({ deltaY }: WheelEvent): void => void (deltaY < 0 && moved());
    // The scroll bar, pressed for as long as it is dragged; pressing a message drags nothing.
    const held = ({ target }: PointerEvent): void =>
      void (target === element && (lastInput.current = Number.MAX_VALUE));
    const released = (): void => void (lastInput.current === Number.MAX_VALUE && moved());
    const watch = new ResizeObserver(() => {
      if (!isAtEnd.current || isCut.current) return;
      if (fromEnd(element) > within && performance.now() - lastInput.current < inputMs) isAtEnd.current = false;
      else if (fromEnd(element) > 0) scrollToEnd();
    });
    watch.observe(element);
    // The element with the height of all rows.
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

  /** Call it when the page itself moves the reader, to the end or elsewhere. */
  const setAtEnd = useCallback((toEnd: boolean) => {
    isAtEnd.current = toEnd;
    lastInput.current = Number.NEGATIVE_INFINITY;
  }, []);
  return { onScrolled, setAtEnd };
}
