import { sql, type Scope } from '@balcao/sdk/server';
import { boardRoom, cardMoved } from '../../contract.ts';
import type { Present } from './present.ts';

interface Target {
  kanbanId: number;
  laneId: string;
}

/** The person who moves cards, as other people see it; null: a program. */
const moverOf = (scope: Scope, isAutomatic: boolean | undefined): { id: number; name: string } | null =>
  isAutomatic || !scope.user ? null : { id: scope.user.id, name: scope.user.name };

/** The person who moves cards, as it is stored: nobody of the company while somebody visits it. */
export const storedMover = (scope: Scope, isAutomatic?: boolean): number | null =>
  (!isAutomatic && !scope.user?.impersonating && scope.user?.id) || null;

/** Shows the move of a card on the boards that it left and entered: those of everybody, and its attendant's. */
export const publishMove = (
  scope: Scope,
  was: Present,
  { kanbanId, laneId }: Target,
  version: number,
  isAutomatic: boolean | undefined,
): void => {
  const data = {
    ticketId: was.ticketId,
    from: { kanbanId: was.boardId, laneId: was.laneId },
    to: { kanbanId, laneId },
    version,
    by: moverOf(scope, isAutomatic),
  };
  for (const id of new Set([kanbanId, was.boardId])) {
    scope.rooms.emit(boardRoom, { kanbanId: id }, 'moved', data);
    scope.rooms.emit(boardRoom, { kanbanId: id, userId: was.ownerKey }, 'moved', data);
  }
};

/** Shows the move of many cards: one message for each board and attendant, however many they are. */
export const publishMoves = (scope: Scope, moved: readonly Present[], to: Target): void => {
  const by = moverOf(scope, false);
  const send = (places: readonly Present[], room: { kanbanId: number; userId?: number }): void =>
    scope.rooms.emit(boardRoom, room, 'movedMany', {
      cards: places.map(({ ticketId, boardId, laneId }) => ({ ticketId, from: { kanbanId: boardId, laneId } })),
      to,
      by,
    });
  for (const kanbanId of new Set([to.kanbanId, ...moved.map(({ boardId }) => boardId)])) {
    const here = moved.filter(({ boardId }) => boardId === kanbanId || to.kanbanId === kanbanId);
    send(here, { kanbanId });
    for (const [userId, own] of Map.groupBy(here, ({ ownerKey }) => ownerKey)) send(own, { kanbanId, userId });
  }
};

/** Stores `cardMoved` for cards that entered another lane, by one statement. */
export const emitMoves = async (
  scope: Scope,
  moved: readonly (Present & { at: Date })[],
  { kanbanId, laneId }: Target,
  isAutomatic?: boolean,
): Promise<void> => {
  if (moved.length === 0) return;
  const by = storedMover(scope, isAutomatic);
  const events = moved.map(({ ticketId, boardId, laneId: from, at }) =>
    JSON.stringify({
      ticketId,
      kanbanId,
      from: { kanbanId: boardId, laneId: from },
      to: laneId,
      by,
      at: at.toISOString(),
    }),
  );
  const keys = moved.map(({ ticketId }) => `ticket:${ticketId}`);
  await scope.sql.run(sql`select kernel.emit_all(${cardMoved.id}, ${keys}::text[], ${events}::jsonb[])`);
};
