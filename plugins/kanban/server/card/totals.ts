import { sql, type Scope } from '@balcao/sdk/server';
import { firstLaneOf } from '../board/read-boards.ts';
import { membersOf, type BoardView } from './lane-cards.ts';

export interface LaneTotal {
  laneId: string;
  total: number;
  cents: number;
}

/** Returns the number of cards and the sum of their values for each lane that has any, in one statement. */
export const laneTotals = (scope: Scope, view: BoardView): Promise<LaneTotal[]> => {
  const members = membersOf(scope, view, {
    placed: sql`t.id, t.company_id, k.lane_id as lane, k.adjust_cents as adjust`,
    implicit: sql`t.id, t.company_id, ${firstLaneOf(view.board).id}::text as lane, 0::bigint as adjust`,
  });
  // One person has few conversations: their notes are read one by one. Those of everybody are read as a whole.
  const notes =
    view.userId === undefined
      ? sql`left join (select n.ticket_id, sum(n.value_cents) as cents from tickets.public_note n
              where n.note <> 'N/A' group by n.ticket_id) v on v.ticket_id = m.id`
      : sql`left join lateral (select sum(n.value_cents) as cents from tickets.public_note n
              where n.company_id = m.company_id and n.ticket_id = m.id and n.note <> 'N/A') v on true`;
  return scope.sql.rows<LaneTotal>(sql`
    select m.lane as "laneId", count(*)::int as total, (sum(m.adjust) + coalesce(sum(v.cents), 0))::float8 as cents
      from (${members}) m ${notes} group by m.lane`);
};
