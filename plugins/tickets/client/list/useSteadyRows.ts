import { useCallback, useMemo, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { TicketView } from '../../contract.ts';
import { steadyRows } from '../model/steady-rows.ts';

/** Marks elements over which the mouse may move without releasing the rows. */
export const steadyArea = 'data-steady-rows';

const none: ReadonlySet<number> = new Set();

/** The rows as they are rendered: while the mouse is over the list, none of them moves. */
export function useSteadyRows(now: readonly TicketView[]) {
  const [isHeld, setHeld] = useState(false);
  const drawn = useRef(now);
  const steady = useMemo(
    () => (isHeld ? steadyRows(drawn.current, now) : { rows: now, gone: none, held: 0 }),
    [isHeld, now],
  );
  drawn.current = steady.rows;
  const release = useCallback(() => setHeld(false), []);
  const hold = useCallback(({ pointerType, movementX, movementY }: PointerEvent) => {
    // Browsers also fire events for a resting mouse when an element above the list disappears.
    if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) setHeld(true);
  }, []);
  const leave = useCallback(({ relatedTarget }: PointerEvent) => {
    // From the rows to the button above them, or back: the button must not disappear before it is clicked.
    const isStill = relatedTarget instanceof Element && relatedTarget.closest(`[${steadyArea}]`) !== null;
    if (!isStill) setHeld(false);
  }, []);
  return { ...steady, release, leave, hold };
}
