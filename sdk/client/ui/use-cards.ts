import { useLayoutEffect, useState, type RefObject } from 'react';
import { useViewport } from '../index.ts';

/** px that a column needs on average so that names are not broken letter by letter. */
const columnLeast = 120;
/** A table of this width stays a table, however many columns it has. */
const tableEnough = 760;

/**
 * Whether the rows of a table are drawn as cards: on a phone, and where the table's place is too narrow for its columns
 * (a tablet, a dialog). `place`: an element as wide as the table may be, there while `isThere`.
 */
export function useCards(place: RefObject<HTMLElement | null>, columns: number, isThere: boolean): boolean {
  const { touch } = useViewport();
  const [isNarrow, setIsNarrow] = useState(false);
  const least = Math.min(columns * columnLeast, tableEnough);

  useLayoutEffect(() => {
    const element = place.current;
    if (!isThere || !element) return undefined;
    const measure = (): void => setIsNarrow(element.clientWidth > 0 && element.clientWidth < least);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [place, least, isThere]);

  return touch || isNarrow;
}
