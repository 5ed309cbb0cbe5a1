import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const offsets = new Map<string, number>();

/** Returns the scroll position at which the list was left. */
export const storedOffset = (name: string): number => offsets.get(name) ?? 0;

/**
 * Keeps the visible rows in place while rows above them come, go and move. At the very top, the list stays at the top.
 */
export function useScrollAnchor(
  name: string,
  ids: readonly number[],
  rowHeight: number,
  box: RefObject<HTMLElement | null>,
) {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const element = box.current;
    const known = before.current;
    before.current = ids;
    if (!element || known === ids || element.scrollTop < rowHeight / 2) return;
    const first = Math.floor(element.scrollTop / rowHeight);
    const at = new Map(ids.map((id, index) => [id, index]));
    for (let index = first; index < first + 12; index += 1) {
      const id = known[index];
      const now = id === undefined ? undefined : at.get(id);
      // A row that jumped far has itself changed: its neighbour is a better anchor.
      if (now === undefined || Math.abs(now - index) > 3) continue;
      if (now !== index) element.scrollTop += (now - index) * rowHeight;
      return;
    }
  }, [box, ids, rowHeight]);
  return () => {
    if (box.current) offsets.set(name, box.current.scrollTop);
  };
}
