import { forbidden, sql, type Scope } from '@balcao/sdk/server';
import { boardsOf } from './make-board.ts';
import { boardById, type StoredBoard } from './read-boards.ts';

export type SignedIn = Scope & { readonly user: NonNullable<Scope['user']> };

const ownQueues = async (scope: SignedIn): Promise<Set<number>> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select m.queue_id as id from queues.public_member m where m.user_id = ${scope.user.id}`,
  );
  return new Set(rows.map(({ id }) => id));
};

/** Returns the boards that a person may open: those of everybody, and those of the person's queues. */
export const visibleBoards = async (scope: SignedIn): Promise<StoredBoard[]> => {
  const all = await boardsOf(scope);
  if (scope.can('crm:view') || all.every(({ queueIds, isDefault }) => isDefault || queueIds.length === 0)) return all;
  const own = await ownQueues(scope);
  return all.filter(
    ({ isDefault, queueIds }) => isDefault || queueIds.length === 0 || queueIds.some((id) => own.has(id)),
  );
};

/** Returns a board that the person may open, with all boards of the company. */
export const openBoard = async (
  scope: SignedIn,
  id: number,
): Promise<{ board: StoredBoard; all: readonly StoredBoard[] }> => {
  const all = await boardsOf(scope);
  const board = boardById(all, id);
  if (!(await visibleBoards(scope)).some((one) => one.id === id)) throw forbidden();
  return { board, all };
};
