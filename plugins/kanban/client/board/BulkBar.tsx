import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { IconButton, ext } from '@balcao/sdk/ui';
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

/** The largest number of cards that the server moves at once. */
const maxAtOnce = 200;

interface ManyMoved {
  moved: number[];
  refused: { ticketId: number }[];
}

/** Moves as many as the server takes at once, until all are moved. */
const moveMany = async (kanbanId: number, ids: readonly number[], targetLaneId: string): Promise<ManyMoved> => {
  const answer: ManyMoved = { moved: [], refused: [] };
  for (let from = 0; from < ids.length; from += maxAtOnce) {
    const ticketIds = ids.slice(from, from + maxAtOnce);
    const part = await api.post<ManyMoved>(`/kanban-tickets/${kanbanId}/bulk`, { ticketIds, targetLaneId });
    answer.moved.push(...part.moved);
    answer.refused.push(...part.refused);
  }
  return answer;
};

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
  const move = async (laneId: string): Promise<void> => {
    setMoving(true);
    try {
      const former = Map.groupBy([...chosen], (id) => cardOf(board, id)?.laneId);
      const { moved, refused } = await moveMany(board.id, [...chosen], laneId);
      const lane = board.lanes.find(({ id }) => id === laneId)?.title ?? '';
      const refresh = (): void => onDone(board.lanes.map(({ id }) => id));
      const undo = async (): Promise<void> => {
        const done = new Set(moved);
        for (const [from, ids] of former)
          if (from !== undefined && from !== laneId)
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
          onPick={({ laneId }) => void move(laneId)}
          onClose={() => setTarget(undefined)}
        />
      )}
    </div>
  );
}
