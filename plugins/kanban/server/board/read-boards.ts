import { notFound, sql, type Scope } from '@balcao/sdk/server';
import type { FollowUp } from './lane-form.ts';

export interface StoredLane {
  id: string;
  title: string;
  /** `#rrggbb`, or '' for none. */
  color: string;
  /** Number of cards above which the screen warns; null: none. */
  cardLimit: number | null;
  sort: 'recent' | 'manual';
  outcome: 'won' | 'lost' | null;
  followUpConfig: FollowUp | null;
}

export interface StoredBoard {
  id: number;
  title: string;
  isDefault: boolean;
  queueIds: number[];
  /** Follow-ups of its lanes are sent. */
  followUp: boolean;
  /** Increases with each change of the board and its lanes. */
  version: number;
  /** From left to right; at least one. */
  lanes: StoredLane[];
}

/** Returns the boards of the company in their order, the default one first. */
export const readBoards = (scope: Scope): Promise<StoredBoard[]> =>
  scope.sql.rows<StoredBoard>(sql`
    select b.id, b.title, b.is_default as "isDefault", b.queue_ids as "queueIds", b.follow_up as "followUp", b.version,
           (select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'color', l.color, 'cardLimit', l.card_limit,
                     'sort', l.sort, 'outcome', l.outcome, 'followUpConfig', l.follow_up) order by l.position, l.id), '[]')
              from kanban.lane l where l.company_id = b.company_id and l.board_id = b.id and l.deleted_at is null) as lanes
      from kanban.board b order by b.is_default desc, b.position, b.id`);

export const boardById = (all: readonly StoredBoard[], id: number): StoredBoard => {
  const found = all.find((board) => board.id === id);
  if (!found) throw notFound('ERR_NO_KANBAN_FOUND');
  return found;
};

export const laneById = (board: StoredBoard, id: string): StoredLane => {
  const found = board.lanes.find((lane) => lane.id === id);
  if (!found) throw notFound('ERR_NO_LANE_FOUND');
  return found;
};

/** Returns the board on which a conversation of a queue begins. */
export const homeBoard = (all: readonly StoredBoard[], queueId: number | null): StoredBoard => {
  const found =
    all.find(({ isDefault, queueIds }) => !isDefault && queueId !== null && queueIds.includes(queueId)) ??
    all.find(({ isDefault }) => isDefault);
  if (!found) throw notFound('ERR_NO_KANBAN_FOUND');
  return found;
};

export const firstLaneOf = ({ lanes }: StoredBoard): StoredLane => {
  const [first] = lanes;
  if (!first) throw notFound('ERR_NO_LANE_FOUND');
  return first;
};
