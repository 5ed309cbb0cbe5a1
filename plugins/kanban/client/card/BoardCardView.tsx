import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo, useRef } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { BoardCard } from '../board/board-data.ts';
import type { CardActions } from '../board/card-actions.ts';
import { CardBody } from './CardBody.tsx';
import { useCardDrag } from './useCardDrag.ts';

const useStyles = makeStyles({
  card: {
    position: 'relative',
    boxSizing: 'border-box',
    height: '100%',
    padding: '7px 12px 6px',
    display: 'flex',
    flexDirection: 'column',
    gap: '3px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1}` },
  },
  open: { backgroundColor: ext.selected, border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  chosen: { backgroundColor: ext.selected },
  held: { border: `1px dashed ${tokens.colorCompoundBrandStroke}` },
  holder: {
    position: 'absolute',
    right: '8px',
    bottom: '2px',
    padding: '0 6px',
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase100,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
  },
  // The place that the card leaves: never a faded card.
  source: { border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`, backgroundColor: 'transparent' },
  line: {
    position: 'absolute',
    left: 0,
    right: 0,
    height: '2px',
    backgroundColor: tokens.colorCompoundBrandBackground,
    pointerEvents: 'none',
    '::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: '-3px',
      width: '4px',
      height: '4px',
      borderRadius: tokens.borderRadiusCircular,
      border: `2px solid ${tokens.colorCompoundBrandBackground}`,
      backgroundColor: ext.canvas,
    },
  },
  top: { top: '-5px' },
  bottom: { bottom: '-5px' },
});

export interface BoardCardProps {
  card: BoardCard;
  isReadOnly: boolean;
  /** Tab stop of the board. */
  tabIndex: number;
  isOpen: boolean;
  isChosen: boolean;
  /** The lane keeps the order of activity, so no position can be chosen in it. */
  isSorted: boolean;
  holder: string | undefined;
  actions: CardActions;
}

/** A card, which can be dragged and dropped on. */
export const BoardCardView = memo(function BoardCardView(props: BoardCardProps) {
  const { card, isOpen, isChosen, isReadOnly, isSorted, holder, tabIndex, actions } = props;
  const styles = useStyles();
  const t = useT();
  const ref = useRef<HTMLDivElement>(null);
  const { isDragged, edge } = useCardDrag(ref, card, { isReadOnly, isSorted, onDrag: actions.drag });
  return (
    <>
      <div
        ref={ref}
        className={mergeClasses(
          styles.card,
          isChosen && styles.chosen,
          isOpen && styles.open,
          holder !== undefined && styles.held,
          isDragged && styles.source,
        )}
      >
        {!isDragged && <CardBody card={card} isReadOnly={isReadOnly} tabIndex={tabIndex} actions={actions} />}
        {holder !== undefined && <span className={styles.holder}>{t('card.held', { name: holder })}</span>}
      </div>
      {edge && <div className={mergeClasses(styles.line, edge === 'top' ? styles.top : styles.bottom)} />}
    </>
  );
});
