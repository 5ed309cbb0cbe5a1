import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useViewport } from '../index.ts';

/** Average width in px that a column needs so that names are not broken letter by letter. */
const minColumnWidth = 120;
/** Width in px from which a table stays a table, whatever its number of columns. */
const maxTableMinWidth = 760;
/** Width in px from which a card has several columns, because a name and its value would be too far apart on a line. */
const minWideCard = 560;

/**
 * Returns whether the rows of a table are rendered as cards, and whether those have columns: cards on a phone, and where the container is too narrow for the
 * columns (a tablet, a dialog). `place` is an element as wide as the table may be, present while `isThere`.
 */
export function useCards(
  table: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
  columns: number,
  isThere: boolean,
): 'table' | 'cards' | 'wide-cards' {
  const { touch } = useViewport();
  const [isNarrow, setIsNarrow] = useState(false);
  const [isWide, setIsWide] = useState(false);
  const minWidth = Math.min(columns * minColumnWidth, maxTableMinWidth);
  // Columns of a fixed width may need more. That is known once they have overflowed, and not while cards are shown.
  const needed = useRef(0);

  useLayoutEffect(() => {
    const element = place.current;
    if (!isThere || !element) return undefined;
    needed.current = 0;
    const measure = (): void => {
      const room = element.clientWidth;
      const width = table.current?.offsetWidth ?? 0;
      if (width > room + 1) needed.current = Math.max(needed.current, width);
      setIsNarrow(room > 0 && room < Math.max(minWidth, needed.current));
      setIsWide(room >= minWideCard);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    // A table that was cards until now, or got longer texts, may overflow a place that stays as it is.
    if (table.current) watch.observe(table.current);
    return () => watch.disconnect();
  }, [table, place, minWidth, isThere]);

  if (!touch && !isNarrow) return 'table';
  return isWide ? 'wide-cards' : 'cards';
}
