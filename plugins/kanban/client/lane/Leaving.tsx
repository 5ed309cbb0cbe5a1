import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { ext } from '@balcao/sdk/ui';
import type { BoardCard } from '../board/board-data.ts';
import type { CardActions } from '../board/card-actions.ts';
import { CardBody } from '../card/CardBody.tsx';
import { cardHeight } from '../card/card-layout.ts';

/** Milliseconds in which a card that left the lane fades. */
const fadeMs = 160;

const useStyles = makeStyles({
  ghost: {
    position: 'absolute',
    left: 0,
    right: 0,
    boxSizing: 'border-box',
    padding: '7px 12px 6px',
    display: 'flex',
    flexDirection: 'column',
    gap: '3px',
    overflow: 'hidden',
    pointerEvents: 'none',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    opacity: 0,
    animationName: { from: { opacity: 1 }, to: { opacity: 0 } },
    animationDuration: `${fadeMs}ms`,
    '@media (prefers-reduced-motion: reduce)': { display: 'none' },
  },
});

interface Place {
  card: BoardCard;
  start: number;
}

/**
 * Cards that left the lane fade over the next one, while its number and sum are right at once. A dragged card was seen
 * leaving.
 */
export function Leaving({
  cards,
  places,
  draggedId,
  actions,
}: {
  cards: readonly BoardCard[];
  /** The cards that are drawn, with their distance from the top of the list. */
  places: readonly Place[];
  draggedId: number | undefined;
  actions: CardActions;
}) {
  const styles = useStyles();
  const [gone, setGone] = useState<readonly Place[]>([]);
  const before = useRef({ cards, places, draggedId });
  useEffect(() => {
    const last = before.current;
    before.current = { cards, places, draggedId };
    if (last.cards === cards) return;
    const kept = new Set(cards.map(({ id }) => id));
    const left = last.places.filter(({ card }) => !kept.has(card.id) && card.id !== last.draggedId);
    // Of many at once, as after a filter, nobody could follow any.
    if (left.length === 0 || left.length > 2) return;
    setGone(left);
  }, [cards, draggedId, places]);
  useEffect(() => {
    if (gone.length === 0) return;
    const timer = setTimeout(() => setGone([]), fadeMs);
    return () => clearTimeout(timer);
  }, [gone]);
  return gone.map(({ card, start }) => (
    <div
      key={card.id}
      aria-hidden
      className={styles.ghost}
      style={{ height: cardHeight(card), transform: `translateY(${start}px)` }}
    >
      <CardBody card={card} isReadOnly tabIndex={-1} actions={actions} />
    </div>
  ));
}
