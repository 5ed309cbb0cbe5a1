import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useViewport } from '../index.ts';

/** px that a column needs on average so that names are not broken letter by letter. */
const columnLeast = 120;
/** A table of this width stays a table, however many columns it has. */
const tableEnough = 760;

/**
 * Whether the rows of a table are drawn as cards: on a phone, and where the table's place is too narrow for its columns
 * (a tablet, a dialog). `place`: an element as wide as the table may be, there while `isThere`.
 */
export function useCards(
  table: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
  columns: number,
  isThere: boolean,
): boolean {
  const { touch } = useViewport();
  const [isNarrow, setIsNarrow] = useState(false);
  const least = Math.min(columns * columnLeast, tableEnough);
  // Columns of a fixed width may need more; that is known once they have stuck out, and not while cards are drawn.
  const needed = useRef(0);

  useLayoutEffect(() => {
    const element = place.current;
    if (!isThere || !element) return undefined;
    needed.current = 0;
    const measure = (): void => {
      const room = element.clientWidth;
      const width = table.current?.offsetWidth ?? 0;
      if (width > room + 1) needed.current = Math.max(needed.current, width);
      setIsNarrow(room > 0 && room < Math.max(least, needed.current));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [table, place, least, isThere]);

  return touch || isNarrow;
}
