import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef } from 'react';
import type { BoardState } from '../board/board-data.ts';
import { isCard, isLane } from './drag-data.ts';

/**
 * Returns the card before which a dropped one is to stand: null for the end of the lane. `below` asks for the position
 * after the card it was dropped on.
 */
export const dropBefore = (
  board: BoardState,
  laneId: string,
  onto: number,
  below: boolean,
  id: number,
): number | null => {
  const cards = board.lanes.find((lane) => lane.id === laneId)?.cards.filter((card) => card.id !== id) ?? [];
  const index = cards.findIndex((card) => card.id === onto);
  return cards[below ? index + 1 : index]?.id ?? null;
};

/** Moves the card that was dropped on a card or a lane of the board. */
export const useBoardDrop = (
  board: BoardState | undefined,
  move: (id: number, laneId: string, before?: number | null) => void,
): void => {
  const latest = useRef(board);
  useEffect(() => {
    latest.current = board;
  }, [board]);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => isCard(source.data),
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets[0];
          const present = latest.current;
          if (!target || !present || !isCard(source.data)) return;
          const { id } = source.data;
          if (isCard(target.data)) {
            const below = extractClosestEdge(target.data) === 'bottom';
            move(id, target.data.laneId, dropBefore(present, target.data.laneId, target.data.id, below, id));
          } else if (isLane(target.data)) {
            const { laneId } = target.data;
            const lane = present.lanes.find((one) => one.id === laneId);
            const isSorted = lane?.sort === 'recent';
            if (isSorted && source.data.laneId === laneId) return;
            move(id, laneId, isSorted ? undefined : null);
          }
        },
      }),
    [move],
  );
};
