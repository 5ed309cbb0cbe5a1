import { sql, type Sql } from '@balcao/sdk/server';
import type { TicketListExtra } from '@balcao/tickets/contract';
import type { LaneExtra } from '../contract.ts';

const rows = (ticketIds: Sql): Sql =>
  sql`select i.id as ticket_id, json_build_object('laneId', l.id, 'lane', l.title) as value
        from unnest(${ticketIds}) as i(id)
        left join kanban.card k on k.ticket_id = i.id
        join kanban.lane l on l.id = coalesce(k.lane_id, (select f.id from kanban.lane f order by f.position, f.id limit 1))`;

/** Adds the lane to each row: open panels follow it live, and other plugins may show it. */
export const laneExtra: TicketListExtra = {
  id: 'kanban',
  async load(ticketIds, scope) {
    const found = await scope.sql.rows<{ ticket_id: number; value: LaneExtra }>(rows(sql`${[...ticketIds]}::int[]`));
    return new Map(found.map(({ ticket_id: ticketId, value }) => [ticketId, value]));
  },
  rows,
};
