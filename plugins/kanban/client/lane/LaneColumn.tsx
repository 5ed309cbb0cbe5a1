import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { tint } from '@balcao/sdk/ui';
import type { LaneState } from '../board/board-data.ts';
import type { CardActions } from '../board/card-actions.ts';
import { BoardCardView } from '../card/BoardCardView.tsx';
import { cardGap, cardHeight } from '../card/card-layout.ts';
import { isCard, laneData } from '../move/drag-data.ts';
import { LaneHead } from './LaneHead.tsx';
import { Leaving } from './Leaving.tsx';

const useStyles = makeStyles({
  lane: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 1,
    width: '100%',
    minHeight: '120px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusXLarge,
    border: '1px solid transparent',
    backgroundColor: tint(5),
    // Lanes outside the window cost no layout, however many a board has.
    contentVisibility: 'auto',
    containIntrinsicSize: '284px 600px',
  },
  touch: { height: '100%', borderRadius: 0, backgroundColor: 'transparent' },
  over: { border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  box: { flexGrow: 1, minHeight: '72px', overflowY: 'auto', overscrollBehaviorY: 'contain', padding: '0 8px 8px' },
  list: { position: 'relative', width: '100%', margin: 0, padding: 0 },
  item: { position: 'absolute', left: 0, right: 0 },
  empty: {
    padding: '16px 8px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** Milliseconds in which a card that is to get the focus is looked for. */
const focusMs = 2_000;

export interface LaneColumnProps {
  lane: LaneState;
  isReadOnly: boolean;
  touch: boolean;
  openUuid: string | undefined;
  chosen: ReadonlySet<number>;
  holders: ReadonlyMap<number, string>;
  /** The card of this lane with the tab stop. */
  activeId: number | undefined;
  /** The card of this lane that is to get the focus as soon as it is shown. */
  focusId: number | undefined;
  /** The card of this lane that is being dragged: it stays drawn while the lane scrolls. */
  draggedId: number | undefined;
  actions: CardActions;
  hasMenu: boolean;
}

/** A lane: only the cards in the window are rendered, however many it has. */
export const LaneColumn = memo(function LaneColumn(props: LaneColumnProps) {
  const { lane, isReadOnly, touch, openUuid, chosen, holders, activeId, focusId, draggedId, actions } = props;
  const styles = useStyles();
  const t = useT();
  const root = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const { cards, cursor } = lane;

  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (cards[index] ? cardHeight(cards[index]) : 0) + cardGap,
    getItemKey: (index) => cards[index]?.id ?? index,
    overscan: 4,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const dragged = draggedId === undefined ? -1 : cards.findIndex(({ id }) => id === draggedId);
      return dragged < 0 || shown.includes(dragged) ? shown : [...shown, dragged].toSorted((one, other) => one - other);
    },
    initialRect: { width: 268, height: 700 },
  });
  useEffect(() => virtual.measure(), [cards, virtual]);
  const items = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (cursor !== null && last >= cards.length - 8) actions.more(lane.id);
  }, [actions, cards.length, cursor, lane.id, last]);

  const hasActive = cards.some(({ id }) => id === activeId);
  const focusIndex = focusId === undefined ? -1 : cards.findIndex(({ id }) => id === focusId);
  useEffect(() => {
    if (focusIndex < 0) return;
    root.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const end = performance.now() + focusMs;
    // The card may be rendered only after the list has scrolled to it.
    const look = (): void => {
      virtual.scrollToIndex(focusIndex, { align: 'auto' });
      const card = box.current?.querySelector<HTMLElement>(`[data-card="${focusId}"]`);
      if (!card && performance.now() < end) {
        frame = requestAnimationFrame(look);
        return;
      }
      card?.focus({ preventScroll: true });
      actions.focused();
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [actions, focusId, focusIndex, virtual]);

  useEffect(() => {
    const [element, scroller] = [root.current, box.current];
    if (!element || !scroller || isReadOnly) return;
    return combine(
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isCard(source.data),
        getData: () => laneData(lane.id),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      }),
      autoScrollForElements({ element: scroller, canScroll: ({ source }) => isCard(source.data) }),
    );
  }, [isReadOnly, lane.id]);

  return (
    <section
      ref={root}
      aria-label={t('lane.label', { title: lane.title, count: lane.total })}
      className={mergeClasses(styles.lane, touch && styles.touch, isOver && styles.over)}
    >
      <LaneHead
        lane={lane}
        isTitled={!touch}
        hasMenu={props.hasMenu}
        onCommand={isReadOnly ? undefined : actions.lane}
      />
      <div ref={box} className={styles.box} tabIndex={isReadOnly ? 0 : -1}>
        {cards.length === 0 ? (
          <div className={styles.empty}>{t(isReadOnly ? 'lane.emptyView' : 'lane.empty')}</div>
        ) : (
          <div role="list" aria-label={lane.title} className={styles.list} style={{ height: virtual.getTotalSize() }}>
            {items.map(({ index, start, key }) => {
              const card = cards[index];
              if (!card) return null;
              return (
                <div
                  key={key}
                  role="listitem"
                  aria-setsize={lane.total}
                  aria-posinset={index + 1}
                  className={styles.item}
                  style={{ height: cardHeight(card), transform: `translateY(${start}px)` }}
                >
                  <BoardCardView
                    card={card}
                    isReadOnly={isReadOnly}
                    isSorted={lane.sort === 'recent'}
                    isOpen={card.uuid === openUuid}
                    isChosen={chosen.has(card.id)}
                    holder={holders.get(card.id)}
                    tabIndex={(hasActive ? card.id === activeId : index === 0) ? 0 : -1}
                    actions={actions}
                  />
                </div>
              );
            })}
            <Leaving
              cards={cards}
              places={items.flatMap(({ index, start }) => (cards[index] ? [{ card: cards[index], start }] : []))}
              draggedId={draggedId}
              actions={actions}
            />
          </div>
        )}
      </div>
    </section>
  );
});
