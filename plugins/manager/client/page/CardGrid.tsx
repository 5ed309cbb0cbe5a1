import { makeStyles } from '@fluentui/react-components';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { Card } from '../card/Card.tsx';
import type { useHeld } from './useHeld.ts';

/** Head of 64 px, list of 350, and the border. */
const cardHeight = 416;
const gap = 16;

const useStyles = makeStyles({
  box: { flexGrow: 1, minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain', contain: 'strict' },
  rows: { position: 'relative', width: '100%' },
  row: { position: 'absolute', top: 0, left: 0, right: 0, display: 'grid', gap: `${gap}px`, height: `${cardHeight}px` },
});

const columnsIn = (width: number): number => (width >= 1160 ? 3 : width >= 800 ? 2 : 1);

interface CardGridProps {
  /** `nobody` and people, in order. */
  owners: readonly number[];
  now: number;
  /** Those of `useHeld`. */
  handlers: ReturnType<typeof useHeld>['handlers'];
}

/** The cards, in as many columns as there is room for: only those near the screen are rendered. */
export const CardGrid = memo(function CardGrid({ owners, now, handlers }: CardGridProps) {
  const styles = useStyles();
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  /** The row of cards that has the focus or the dragged conversation: it stays while it is scrolled out of sight. */
  const [kept, setKept] = useState<number>();
  const isNarrow = width < 560;
  const margin = isNarrow ? 12 : 24;
  const columns = columnsIn(width);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => (box.current ? autoScrollForElements({ element: box.current }) : undefined), []);
  const virtual = useVirtualizer({
    count: Math.ceil(owners.length / columns),
    getScrollElement: () => box.current,
    estimateSize: () => cardHeight,
    gap,
    paddingStart: isNarrow ? 12 : 16,
    paddingEnd: margin,
    overscan: 1,
    initialRect: { width: 0, height: innerHeight },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return kept === undefined || kept >= range.count || shown.includes(kept)
        ? shown
        : [...shown, kept].toSorted((one, other) => one - other);
    },
  });
  const rowOf = (target: EventTarget): number | undefined => {
    const row = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index;
    return row === undefined ? undefined : Number(row);
  };
  return (
    <div
      ref={box}
      className={styles.box}
      role="region"
      aria-label={t('page.cards')}
      {...handlers}
      onFocus={(event) => setKept(rowOf(event.target))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setKept(undefined);
      }}
      onDragStart={(event) => setKept(rowOf(event.target))}
      onDragEnd={() => setKept(undefined)}
    >
      {width > 0 && (
        <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <div
              key={item.key}
              data-index={item.index}
              className={styles.row}
              style={{
                transform: `translateY(${item.start}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                paddingInline: margin,
              }}
            >
              {owners.slice(item.index * columns, (item.index + 1) * columns).map((ownerId) => (
                <Card key={ownerId} ownerId={ownerId} now={now} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
});
