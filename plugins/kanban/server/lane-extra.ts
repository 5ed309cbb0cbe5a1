import { sql, type Sql } from '@balcao/sdk/server';
import type { TicketListExtra } from '@balcao/tickets/contract';
import type { LaneExtra } from '../contract.ts';

const rows = (ticketIds: Sql): Sql =>
  sql`select i.id as ticket_id, json_build_object('laneId', l.id, 'lane', l.title) as value
        from unnest(${ticketIds}) as i(id)
        join tickets.public_ticket o on o.id = i.id
        left join kanban.card k on k.company_id = o.company_id and k.ticket_id = i.id
        cross join lateral (select coalesce(k.board_id, kanban.home_board(o.company_id, o.queue_id)) as id) b
        join kanban.lane l on l.company_id = o.company_id and l.board_id = b.id
                          and l.id = coalesce(k.lane_id, kanban.first_lane(o.company_id, b.id))`;

/** Adds the lane to each row: open panels follow it live, and other plugins may show it. */
export const laneExtra: TicketListExtra = {
  id: 'kanban',
  async load(ticketIds, scope) {
    const found = await scope.sql.rows<{ ticket_id: number; value: LaneExtra }>(rows(sql`${[...ticketIds]}::int[]`));
    return new Map(found.map(({ ticket_id: ticketId, value }) => [ticketId, value]));
  },
  rows,
};
