import { forbidden, notFound, sql, type Scope } from '@balcao/sdk/server';
import type { CardFilter } from '../card/card-filter.ts';
import { laneCards, type BoardView, type CardRow, type Cursor } from '../card/lane-cards.ts';
import { showCards, writeCursor, type ShownCard } from '../card/show-cards.ts';
import { laneTotals } from '../card/totals.ts';
import type { StoredLane } from './read-boards.ts';
import { openBoard, type SignedIn } from './visible-boards.ts';

/** Number of cards of each lane in the first answer. */
const firstPage = 30;

export const assertPerson = async (scope: Scope, userId: number): Promise<void> => {
  const person = await scope.sql.one(sql`select 1 from kernel."user" where id = ${userId}`);
  if (!person) throw notFound('ERR_NO_USER_FOUND');
};

/** Resolves whose cards are asked for; others' and everybody's need crm:view. */
export const viewOf = async (scope: SignedIn, kanbanId: number, filter: CardFilter): Promise<BoardView> => {
  const { view } = filter;
  const isOwn = view === 'own' || view === scope.user.id;
  if (!isOwn && !scope.can('crm:view')) throw forbidden();
  if (typeof view === 'number' && !isOwn) await assertPerson(scope, view);
  const { board, all } = await openBoard(scope, kanbanId);
  return { board, all, filter, userId: view === 'all' ? undefined : view === 'own' ? scope.user.id : view };
};

export interface LanePage {
  cards: ShownCard[];
  cursor: string | null;
}

const pageOf = async (scope: Scope, rows: readonly CardRow[], limit: number): Promise<LanePage> => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { cards: await showCards(scope, shown), cursor: rows.length > limit && last ? writeCursor(last) : null };
};

/** One page of a lane. */
export const lanePage = async (
  scope: Scope,
  view: BoardView,
  lane: StoredLane,
  limit: number,
  after: Cursor | undefined,
): Promise<LanePage> => pageOf(scope, await laneCards(scope, view, [lane], limit + 1, after), limit);

export interface LaneView extends StoredLane, LanePage {
  total: number;
  /** Sum of the values, in cents. */
  cents: number;
}

/** The lanes of a board, each with its first cards and the totals of all. */
export const boardView = async (scope: Scope, view: BoardView): Promise<LaneView[]> => {
  const { lanes } = view.board;
  const totals = new Map((await laneTotals(scope, view)).map((one) => [one.laneId, one]));
  const rows = await laneCards(scope, view, lanes, firstPage + 1);
  const byLane = Map.groupBy(rows, ({ laneId }) => laneId);
  const shown = lanes.flatMap(({ id }) => (byLane.get(id) ?? []).slice(0, firstPage));
  const cards = Map.groupBy(await showCards(scope, shown), ({ laneId }) => laneId);
  return lanes.map((lane) => {
    const here = byLane.get(lane.id) ?? [];
    const last = here.at(firstPage - 1);
    return {
      ...lane,
      cards: cards.get(lane.id) ?? [],
      cursor: here.length > firstPage && last ? writeCursor(last) : null,
      total: totals.get(lane.id)?.total ?? 0,
      cents: totals.get(lane.id)?.cents ?? 0,
    };
  });
};
