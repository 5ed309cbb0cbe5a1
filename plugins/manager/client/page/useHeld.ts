import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PointerEvent } from 'react';

/** Milliseconds after the last key in which the cards stay where they are. */
const keysRest = 15_000;

/** Returns true while the cards keep their order: while the mouse is over them, and for a while after a key. */
export function useHeld() {
  const [isHeld, setHeld] = useState(false);
  const isOver = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A page that is hidden behind the login is shown again later.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      isOver.current = false;
      setHeld(false);
    },
    [],
  );
  const used = useCallback(() => {
    setHeld(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isOver.current) setHeld(false);
    }, keysRest);
  }, []);
  const handlers = useMemo(
    () => ({
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType !== 'mouse') return;
        isOver.current = true;
        setHeld(true);
      },
      onPointerLeave: () => {
        isOver.current = false;
        if (timer.current === undefined) setHeld(false);
      },
      // Lists handle their keys and stop them.
      onKeyDownCapture: used,
    }),
    [used],
  );
  return { isHeld, handlers };
}
