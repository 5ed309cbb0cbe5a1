import { sql } from '@balcao/sdk/server';
import type { TicketListExtra } from '@balcao/tickets/contract';
import type { PlaceExtra } from '../contract.ts';

/** In which lane each row stands: open panels follow it live, and other plugins may show it. */
export const placeExtra: TicketListExtra = {
  id: 'kanban',
  async load(ticketIds, scope) {
    const rows = await scope.sql.rows<PlaceExtra & { ticketId: number }>(
      sql`select i.id as "ticketId", l.id as "laneId", l.title as lane
            from unnest(${[...ticketIds]}::int[]) as i(id)
            left join kanban.card k on k.ticket_id = i.id
            join kanban.lane l on l.id = coalesce(k.lane_id, (select f.id from kanban.lane f order by f.position, f.id limit 1))`,
    );
    return new Map(rows.map(({ ticketId, laneId, lane }) => [ticketId, { laneId, lane }]));
  },
};
