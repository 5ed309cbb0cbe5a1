import { useCallback, useEffect, useLayoutEffect, useRef, useState, type UIEvent } from 'react';

/** Pixels from the end within which the newest message counts as read. */
const endPx = 80;
/** Pixels from an edge within which more is loaded. */
const loadPx = 400;

/** Returns true if the newest message of the box is on the screen, or nearly. */
export const isNearEnd = (box: Element | null | undefined): boolean => !box || Math.abs(box.scrollTop) < endPx;

export interface MessageScrollInput {
  /** Positions of the first and the last message. */
  first: number | undefined;
  last: number | undefined;
  hasOlder: boolean;
  hasNewer: boolean;
  /** Messages on their way. */
  outgoing: number;
  onOlder(): void;
  onNewer(): void;
  /** Called with true when the newest message comes on the screen, with false when it leaves. */
  onEnd(isAtEnd: boolean): void;
}

/**
 * Keeps what is read in its place while messages come before and after it. The box is laid out in reverse: its scroll
 * position is 0 at the end, and negative above.
 */
export const useMessageScroll = (input: MessageScrollInput) => {
  const { first, last, hasOlder, hasNewer, outgoing, onOlder, onNewer, onEnd } = input;
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ first, last, hasNewer, height: 0 });
  const [isUp, setUp] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const known = before.current;
    before.current = { first, last, hasNewer, height: element.scrollHeight };
    if (known.first === undefined || known.last === undefined || first === undefined || last === undefined) return;
    // Another part of the chat: it is shown from its end, unless a message of it is scrolled to.
    if (last < known.first || first > known.last) element.scrollTop = 0;
    else if (last > known.last && first === known.first && (known.hasNewer || element.scrollTop < -endPx))
      element.scrollTop -= element.scrollHeight - known.height;
  }, [first, last, hasNewer]);

  useEffect(() => {
    const element = box.current;
    // A box that is not shown has no height, and would load the whole chat.
    const isShort = element !== null && element.clientHeight > 0 && element.scrollHeight <= element.clientHeight;
    if (isShort && hasOlder) onOlder();
    if (isShort && hasNewer) onNewer();
  }, [first, last, hasOlder, hasNewer, onOlder, onNewer]);
  useEffect(() => {
    if (outgoing > 0 && box.current) box.current.scrollTop = 0;
  }, [outgoing]);
  useEffect(() => onEnd(!hasNewer && isNearEnd(box.current)), [hasNewer, onEnd]);

  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent): void => {
    const up = Math.abs(scrollTop);
    onEnd(!hasNewer && up < endPx);
    setUp(up > loadPx);
    if (hasOlder && scrollHeight - clientHeight - up < loadPx) onOlder();
    if (hasNewer && up < loadPx) onNewer();
  };
  const toEnd = useCallback((): void => {
    if (!box.current) return;
    box.current.scrollTop = 0;
    box.current.focus({ preventScroll: true });
  }, []);
  return { box, onScroll, toEnd, isUp: isUp || hasNewer };
};
