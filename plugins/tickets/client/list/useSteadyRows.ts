import { useCallback, useMemo, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import type { TicketView } from '../../contract.ts';
import { steadyRows } from '../model/steadyRows.ts';

/** Marks the elements among which the mouse may move without letting the rows go. */
export const steadyArea = 'data-steady-rows';

const nobody: ReadonlySet<number> = new Set();

/** The rows as they are drawn: while a mouse points at the list none of them moves from under it. */
export function useSteadyRows(now: readonly TicketView[]) {
  const [isHeld, setHeld] = useState(false);
  const drawn = useRef(now);
  const steady = useMemo(
    () => (isHeld ? steadyRows(drawn.current, now) : { rows: now, gone: nobody, held: 0 }),
    [isHeld, now],
  );
  drawn.current = steady.rows;
  const release = useCallback(() => setHeld(false), []);
  const hold = useCallback(({ pointerType, movementX, movementY }: PointerEvent) => {
    // Browsers tell of a mouse that lies still, too, when something goes from over the list: nobody points then.
    if (pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)) setHeld(true);
  }, []);
  const leave = useCallback(({ relatedTarget }: PointerEvent) => {
    // From the rows to the button that lies over them, or back: the button would be gone before it is clicked.
    const isStill = relatedTarget instanceof Element && relatedTarget.closest(`[${steadyArea}]`) !== null;
    if (!isStill) setHeld(false);
  }, []);
  return { ...steady, release, leave, hold };
}
