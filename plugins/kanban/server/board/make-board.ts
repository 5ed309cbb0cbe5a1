import { sql, type Scope } from '@balcao/sdk/server';
import { firstLanes } from '../first-lanes.ts';
import { readBoards, type StoredBoard } from './read-boards.ts';

/**
 * Stores the lanes that every new board begins with. New conversations keep the order of activity. `prefix` keeps the
 * ids of lanes of several boards apart.
 */
export const makeLanes = async (scope: Scope, boardId: number, prefix = ''): Promise<void> => {
  const lanes = firstLanes(scope.company.language).map((lane, position) => ({
    ...lane,
    id: prefix + lane.id,
    position,
    sort: position === 0 ? 'recent' : 'manual',
    outcome: lane.id === 'lane5' ? 'won' : null,
  }));
  await scope.sql.run(
    sql`insert into kanban.lane (board_id, id, title, position, sort, outcome)
        select ${boardId}, l.id, l.title, l.position, l.sort, l.outcome
          from jsonb_to_recordset(${JSON.stringify(lanes)}::jsonb) as l(id text, title text, position int, sort text, outcome text)`,
  );
};

/**
 * Creates the default board; a concurrent second caller waits and finds the first one's lanes. Returns whether it was
 * created now.
 */
export const makeDefaultBoard = (scope: Scope): Promise<boolean> =>
  scope.tx(async (inner) => {
    const made = await inner.sql.one<{ id: number }>(
      sql`insert into kanban.board (is_default) values (true) on conflict (company_id) where is_default do nothing returning id`,
    );
    if (!made) return false;
    await makeLanes(inner, made.id);
    return true;
  });

/** Returns the boards of the company, after creating the default one if necessary. */
export const boardsOf = async (scope: Scope): Promise<StoredBoard[]> => {
  const found = await readBoards(scope);
  if (found.some(({ isDefault }) => isDefault)) return found;
  await makeDefaultBoard(scope);
  return readBoards(scope);
};
