import { conflict, sql, type Scope } from '@balcao/sdk/server';
import { generateNKeysBetween } from 'fractional-indexing';
import { beginsOn } from '../board/begins-on.ts';
import { firstLaneOf, type StoredBoard, type StoredLane } from '../board/read-boards.ts';

/** Number of cards that may be put into order at once, because one was dropped among cards ordered by activity. */
const maxFrozen = 1000;
/** Length at which the keys of a lane are made anew. */
const longKey = 40;

interface Where {
  board: StoredBoard;
  all: readonly StoredBoard[];
  lane: StoredLane;
  /** The card that gets the position; 0: cards of other lanes. */
  ticketId: number;
}

const edge = async (
  scope: Scope,
  { board, lane, ticketId }: Where,
  which: 'min' | 'max',
  below?: string,
): Promise<string | null> => {
  const row = await scope.sql.one<{ rank: string | null }>(sql`
    select ${which === 'min' ? sql`min(k.rank)` : sql`max(k.rank)`} as rank from kanban.card k
     where k.board_id = ${board.id} and k.lane_id = ${lane.id} and k.ticket_id <> ${ticketId} and k.rank is not null
       ${below === undefined ? sql`` : sql`and k.rank < ${below}`}`);
  return row?.rank ?? null;
};

/** Unranked cards of the lane from a position down, or all; those never moved are among them in the first lane. */
const unrankedFrom = (scope: Scope, { board, all, lane, ticketId }: Where, from: number | undefined) => {
  const implicit =
    lane.id === firstLaneOf(board).id
      ? sql`union all select t.id, t.updated_at as at from tickets.public_ticket t
             where t.status in ('open', 'pending') and t.id <> ${ticketId} and ${beginsOn(board, all)}
               and not exists (select 1 from kanban.card x where x.company_id = t.company_id and x.ticket_id = t.id)`
      : sql``;
  const start =
    from === undefined
      ? sql``
      : sql`where (u.at, u.id) <= (select s.updated_at, s.id from tickets.public_ticket s where s.id = ${from})`;
  return scope.sql.rows<{ id: number }>(sql`
    select u.id from (
      select t.id, t.updated_at as at from kanban.card k
        join tickets.public_ticket t on t.company_id = k.company_id and t.id = k.ticket_id
       where k.board_id = ${board.id} and k.lane_id = ${lane.id} and k.rank is null and k.ticket_id <> ${ticketId}
      ${implicit}) u ${start} order by u.at desc, u.id desc limit ${maxFrozen + 1}`);
};

/** Gives unranked cards the ranks of their present order, above the cards that have one. Returns the topmost rank. */
const freeze = async (scope: Scope, where: Where, ids: readonly number[]): Promise<string | null> => {
  const first = await edge(scope, where, 'min');
  if (ids.length === 0) return first;
  const keys = generateNKeysBetween(null, first, ids.length);
  await scope.sql.run(sql`
    insert into kanban.card as c (ticket_id, board_id, lane_id, rank, version, moved_at)
    select u.id, ${where.board.id}, ${where.lane.id}, u.rank, 0, null
      from unnest(${[...ids]}::int[], ${keys}::text[]) u(id, rank) order by u.id
    on conflict (company_id, ticket_id) do update set rank = excluded.rank
     where c.board_id = excluded.board_id and c.lane_id = excluded.lane_id and c.rank is null`);
  return keys[0] ?? first;
};

const rebalance = async (scope: Scope, { board, lane, ticketId }: Where): Promise<void> => {
  // Locked in the order of their ids, as by everybody who moves several cards.
  const rows = await scope.sql.rows<{ id: number; rank: string }>(
    sql`select ticket_id as id, rank from kanban.card where board_id = ${board.id} and lane_id = ${lane.id}
         and rank is not null order by ticket_id for update`,
  );
  const ids = rows
    .filter(({ id }) => id !== ticketId)
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ id }) => id);
  const keys = generateNKeysBetween(null, null, ids.length);
  await scope.sql.run(
    sql`update kanban.card set rank = null where board_id = ${board.id} and lane_id = ${lane.id} and rank is not null`,
  );
  await scope.sql.run(sql`update kanban.card k set rank = u.rank
    from unnest(${ids}::int[], ${keys}::text[]) u(id, rank) where k.ticket_id = u.id`);
};

const neighbours = async (
  scope: Scope,
  where: Where,
  before: number | null | undefined,
): Promise<[string | null, string | null]> => {
  if (before === null) return [await edge(scope, where, 'max'), null];
  const target =
    before === undefined
      ? undefined
      : await scope.sql.one<{ rank: string | null }>(
          sql`select k.rank from kanban.card k where k.ticket_id = ${before} and k.board_id = ${where.board.id}
               and k.lane_id = ${where.lane.id}`,
        );
  if (target?.rank) return [await edge(scope, where, 'max', target.rank), target.rank];
  const floating = await unrankedFrom(scope, where, before);
  const isAmong = before === undefined || floating.some(({ id }) => id === before);
  // A card that left meanwhile: the first position is the best guess.
  if (!isAmong) return [null, await edge(scope, where, 'min')];
  if (floating.length > maxFrozen) {
    if (before === undefined) return [null, await edge(scope, where, 'min')];
    throw conflict('ERR_LANE_TOO_LONG', { most: maxFrozen });
  }
  return [
    null,
    await freeze(
      scope,
      where,
      floating.map(({ id }) => id),
    ),
  ];
};

/**
 * Returns the ranks for some cards at a position of a lane, in their order; nulls in a lane ordered by activity. The
 * lane is locked, so people who drop cards at one place get different ranks.
 */
export const ranksFor = async (
  scope: Scope,
  where: Where,
  before: number | null | undefined,
  count: number,
): Promise<(string | null)[]> => {
  if (where.lane.sort === 'recent') return Array.from({ length: count }, () => null);
  const keys = generateNKeysBetween(...(await neighbours(scope, where, before)), count);
  if (keys.every((key) => key.length <= longKey)) return keys;
  await rebalance(scope, where);
  return generateNKeysBetween(...(await neighbours(scope, where, before)), count);
};
