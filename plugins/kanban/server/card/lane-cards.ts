import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { beginsOn } from '../board/begins-on.ts';
import { firstLaneOf, type StoredBoard, type StoredLane } from '../board/read-boards.ts';
import { filterConditions, valueOf, type CardFilter } from './card-filter.ts';

/** Closed conversations leave the board after so many days, unless the filter asks for closed ones. */
const closedDays = 30;

/** The part of a board that is read. */
export interface BoardView {
  board: StoredBoard;
  all: readonly StoredBoard[];
  /** The attendant; undefined: everybody's. */
  userId: number | undefined;
  filter: CardFilter;
}

/** The position after which a page continues. */
export type Cursor = { at: string; id: number } | { rank: string };

export interface CardRow {
  id: number;
  laneId: string;
  version: number;
  movedAt: Date | null;
  cents: number;
  at: string;
  rank: string | null;
  followUp: { state: string; dueAt: string | null; step: number; sentAt: string | null } | null;
}

export const both = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

const isShown = ({ filter }: BoardView): Sql =>
  filter.status
    ? sql`t.status = ${filter.status}`
    : sql`(t.status in ('open', 'pending') or (t.status = 'closed' and t.updated_at > now() - make_interval(days => ${closedDays})))`;

const common = (scope: Scope, view: BoardView): Sql[] => [
  ...(view.userId === undefined ? [] : [sql`t.owner_key = ${view.userId}`]),
  ...filterConditions(scope, view.filter),
];

/** Conversations without a card whose queue begins on this board: they are in its first lane. */
const isImplicit = ({ board, all }: Pick<BoardView, 'board' | 'all'>): Sql[] => [
  beginsOn(board, all),
  sql`not exists (select 1 from kanban.card x where x.company_id = t.company_id and x.ticket_id = t.id)`,
];

const noCard = sql`left join kanban.card k on false`;
const running = ({ userId }: BoardView): Sql =>
  userId === undefined ? sql`t.status in ('open', 'pending')` : sql`t.status = 'open'`;

/** All conversations of a board, as `select` of the given columns over the conversation `t` and its card `k`. */
export const membersOf = (scope: Scope, view: BoardView, columns: { placed: Sql; implicit: Sql }): Sql => {
  const rest = both([isShown(view), ...common(scope, view)]);
  return sql`select ${columns.placed} from kanban.card k
      join tickets.public_ticket t on t.company_id = k.company_id and t.id = k.ticket_id
     where k.board_id = ${view.board.id} and ${rest}
    union all
    select ${columns.implicit} from tickets.public_ticket t ${noCard}
     where ${both([running(view), ...isImplicit(view), ...common(scope, view)])}`;
};

/** Unranked cards of a lane, in the order of activity. */
const unranked = (scope: Scope, view: BoardView, lane: StoredLane, limit: number, after: Cursor | undefined): Sql => {
  if (after && 'rank' in after)
    return sql`select null::int as id, null::timestamptz as at, null::text as rank where false`;
  const more = after ? [sql`(t.updated_at, t.id) < (${after.at}::timestamptz, ${after.id}::int)`] : [];
  const order = sql`order by t.updated_at desc, t.id desc limit ${limit}`;
  const placed = sql`(select t.id, t.updated_at as at, null::text as rank from kanban.card k
      join tickets.public_ticket t on t.company_id = k.company_id and t.id = k.ticket_id
     where ${both([
       sql`k.board_id = ${view.board.id}`,
       sql`k.lane_id = ${lane.id}`,
       ...(lane.sort === 'manual' ? [sql`k.rank is null`] : []),
       isShown(view),
       ...common(scope, view),
       ...more,
     ])} ${order})`;
  if (lane.id !== firstLaneOf(view.board).id) return placed;
  return sql`${placed} union all (select t.id, t.updated_at as at, null::text as rank from tickets.public_ticket t ${noCard}
     where ${both([running(view), ...isImplicit(view), ...common(scope, view), ...more])} ${order})`;
};

const ranked = (scope: Scope, view: BoardView, lane: StoredLane, limit: number, after: Cursor | undefined): Sql => {
  const more = after && 'rank' in after ? [sql`k.rank > ${after.rank}`] : [];
  return sql`(select t.id, null::timestamptz as at, k.rank::text as rank from kanban.card k
      join tickets.public_ticket t on t.company_id = k.company_id and t.id = k.ticket_id
     where ${both([
       sql`k.board_id = ${view.board.id}`,
       sql`k.lane_id = ${lane.id}`,
       sql`k.rank is not null`,
       isShown(view),
       ...common(scope, view),
       ...more,
     ])} order by k.rank limit ${limit})`;
};

const onePage = (scope: Scope, view: BoardView, lane: StoredLane, limit: number, after: Cursor | undefined): Sql =>
  sql`(select ${lane.id}::text as lane, p.id, p.at, p.rank, row_number() over (order by p.rank collate "C" nulls first, p.at desc, p.id desc) as place
     from (${unranked(scope, view, lane, limit, after)}
       ${lane.sort === 'manual' ? sql` union all ${ranked(scope, view, lane, limit, after)}` : sql``}) p
    order by place limit ${limit})`;

/** Reads one page of each of the lanes in one statement. */
export const laneCards = (
  scope: Scope,
  view: BoardView,
  lanes: readonly StoredLane[],
  limit: number,
  after?: Cursor,
): Promise<CardRow[]> => {
  const pages = lanes.map((lane) => onePage(scope, view, lane, limit, after));
  return scope.sql.rows<CardRow>(sql`
    select p.id, p.lane as "laneId", coalesce(k.version, 0) as version, k.moved_at as "movedAt", ${valueOf} as cents,
           p.at::text as at, p.rank,
           case when f.due_at is not null or f.state = 'window' or f.sent_at > now() - interval '7 days' then
             json_build_object('state', f.state, 'dueAt', f.due_at, 'step', f.step, 'sentAt', f.sent_at) end as "followUp"
      from (${sql.join(pages, sql` union all `)}) p
      join tickets.public_ticket t on t.id = p.id
      left join kanban.card k on k.company_id = t.company_id and k.ticket_id = t.id
      left join kanban.follow_up f on f.company_id = t.company_id and f.ticket_id = t.id
        and (k.ticket_id is null or (f.board_id, f.lane_id) = (k.board_id, k.lane_id))
     order by p.lane, p.place`);
};
