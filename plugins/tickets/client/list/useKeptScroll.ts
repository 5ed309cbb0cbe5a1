import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const offsets = new Map<string, number>();

/** Where the list was left, so that coming back finds it there. */
export const keptOffset = (name: string): number => offsets.get(name) ?? 0;

/**
 * Rows that come, go and move above what is being read must not move it. At the very top, the list stays at the top.
 */
export function useKeptScroll(
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
      // One that jumped far away was itself what changed: its neighbour tells better.
      if (now === undefined || Math.abs(now - index) > 3) continue;
      if (now !== index) element.scrollTop += (now - index) * rowHeight;
      return;
    }
  }, [box, ids, rowHeight]);
  return () => {
    if (box.current) offsets.set(name, box.current.scrollTop);
  };
}
