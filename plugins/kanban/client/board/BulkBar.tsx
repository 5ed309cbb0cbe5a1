import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
import type { MoveChoice } from '../move/entry.ts';
import { moveMany } from '../move/move-many.ts';
import { MoveMenu } from '../move/MoveMenu.tsx';
import { announce } from './announce.ts';
import { cardOf, type BoardState } from './board-data.ts';

const useStyles = makeStyles({
  bar: {
    position: 'absolute',
    bottom: '20px',
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: 2,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px 8px 8px 16px',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow16,
    whiteSpace: 'nowrap',
  },
});

interface BulkBarProps {
  board: BoardState;
  chosen: ReadonlySet<number>;
  onDone(laneIds: readonly string[]): void;
  onClear(): void;
}

/** Moves the chosen cards together. */
export function BulkBar({ board, chosen, onDone, onClear }: BulkBarProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const [target, setTarget] = useState<HTMLElement>();
  const [isMoving, setMoving] = useState(false);
  const move = async ({ laneId, kanbanId = board.id, title: lane }: MoveChoice): Promise<void> => {
    setMoving(true);
    try {
      const former = Map.groupBy([...chosen], (id) => cardOf(board, id)?.laneId);
      const { moved, refused } = await moveMany(kanbanId, [...chosen], laneId);
      const refresh = (): void => onDone(board.lanes.map(({ id }) => id));
      const undo = async (): Promise<void> => {
        const done = new Set(moved);
        for (const [from, ids] of former)
          if (from !== undefined && (from !== laneId || kanbanId !== board.id))
            await moveMany(
              board.id,
              ids.filter((id) => done.has(id)),
              from,
            );
        refresh();
      };
      if (refused.length > 0) toasts.warning(t('bulk.refused', { count: refused.length }));
      if (moved.length > 0)
        toasts.undo(t('bulk.done', { count: moved.length, lane }), () => void undo().catch(toasts.error));
      announce(t('bulk.done', { count: moved.length, lane }));
      refresh();
      onClear();
    } catch (error) {
      toasts.error(error);
    } finally {
      setMoving(false);
    }
  };
  return (
    <div className={styles.bar} role="region" aria-label={t('bulk.title')}>
      <span>{t('bulk.count', { count: chosen.size })}</span>
      <Button appearance="primary" disabled={isMoving} onClick={(event) => setTarget(event.currentTarget)}>
        {t('move.to')}
      </Button>
      <IconButton icon={<Dismiss20Regular />} label={t('bulk.clear')} onClick={onClear} />
      {target && (
        <MoveMenu
          board={board}
          laneId={undefined}
          title={t('bulk.count', { count: chosen.size })}
          target={target}
          onPick={(choice) => void move(choice)}
          onClose={() => setTarget(undefined)}
        />
      )}
    </div>
  );
}
