import { useCallback, useMemo, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { Entry } from '../model/entry.ts';
import { steadyEntries } from '../model/steady-entries.ts';

const none: ReadonlySet<number> = new Set();

/** The rows as they are drawn: while the mouse is over the list none of them moves; the order is applied on leaving. */
export function useSteadyEntries(now: readonly Entry[]) {
  const [isHeld, setHeld] = useState(false);
  const drawn = useRef(now);
  const steady = useMemo(
    () => (isHeld ? steadyEntries(drawn.current, now) : { entries: now, gone: none }),
    [isHeld, now],
  );
  drawn.current = steady.entries;
  const hold = useCallback(({ pointerType, movementX, movementY }: PointerEvent) => {
    // Browsers also fire events for a resting mouse when something above the list moves.
    if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) setHeld(true);
  }, []);
  const release = useCallback(() => setHeld(false), []);
  return { ...steady, hold, release };
}
