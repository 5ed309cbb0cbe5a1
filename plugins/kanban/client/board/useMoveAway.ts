import { useCallback } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import type { MoveChoice } from '../move/entry.ts';
import { announce } from './announce.ts';
import { putMove } from './board-api.ts';
import { cardBelow, cardOf, removeCard, type BoardState } from './board-data.ts';

interface Shown {
  kanbanId: number | undefined;
  now(): BoardState | undefined;
  change(work: (board: BoardState) => BoardState): void;
  refresh(laneIds: readonly string[]): void;
}

/** Moves a card to another board: it leaves this one at once, and the toast brings it back to its place. */
export const useMoveAway = ({ kanbanId, now, change, refresh }: Shown) => {
  const t = useT();
  const toasts = useToasts();
  return useCallback(
    (id: number, to: MoveChoice & { kanbanId: number }): void => {
      const board = now();
      const card = board && cardOf(board, id);
      if (!card || kanbanId === undefined) return;
      const back = { targetLaneId: card.laneId, beforeTicketId: cardBelow(board, id) };
      const again = (): void => refresh([card.laneId]);
      const failed = (error: unknown): void => {
        toasts.error(error);
        again();
      };
      const words = t('move.done', { name: card.contact.name, lane: to.title });
      change((present) => removeCard(present, id));
      announce(words);
      void putMove(to.kanbanId, { ticketId: id, targetLaneId: to.laneId, version: card.version }).then(
        () => toasts.undo(words, () => void putMove(kanbanId, { ticketId: id, ...back }).then(again, failed)),
        failed,
      );
    },
    [change, kanbanId, now, refresh, t, toasts],
  );
};
