import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';

/** Number of rows up to which all of them are rendered. */
const maxRendered = 100;

export interface RowWindow {
  indexes: readonly number[];
  /** Height in px of rows omitted above and below. */
  before: number;
  after: number;
  reveal(index: number): void;
  /** For rows whose height is known only after rendering. */
  measure: ((element: HTMLElement | null) => void) | undefined;
}

/** Returns the rows of a table that must be rendered, by the position of its scroller. */
export function useRowWindow(
  table: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  uneven: boolean,
): RowWindow {
  const isVirtual = count > maxRendered;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [margin, setMargin] = useState(0);

  useEffect(() => setScroller(table.current?.closest<HTMLElement>('[data-scroll]') ?? null), [table, count]);
  useLayoutEffect(() => {
    if (!scroller || !table.current) return;
    const offset =
      table.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop + 40;
    setMargin((before) => (Math.abs(before - offset) > 1 ? offset : before));
  }, [scroller, table, count]);

  const virtualizer = useVirtualizer({
    count: isVirtual ? count : 0,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: margin,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];

  if (!isVirtual || !scroller) {
    // Until the scroller is known, a screenful is enough.
    const length = isVirtual ? Math.min(count, 40) : count;
    return {
      indexes: Array.from({ length }, (_, index) => index),
      before: 0,
      after: (count - length) * height,
      reveal: () => undefined,
      measure: undefined,
    };
  }
  return {
    indexes: items.map((item) => item.index),
    before: first ? first.start - margin : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - margin) : 0,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    measure: uneven ? virtualizer.measureElement : undefined,
  };
}
