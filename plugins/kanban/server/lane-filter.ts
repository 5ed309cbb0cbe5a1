import { sql, z } from '@balcao/sdk/server';
import type { TicketListQuery } from '@balcao/tickets/contract';

export const laneId = z.string().min(1).max(60);

/** A lane of the list's filter. The first lane holds also what was never moved. */
export const laneFilter: TicketListQuery = {
  id: 'lane',
  param: 'selectedKanbanId',
  schema: laneId,
  where: (lane) => sql`(
    exists (select 1 from kanban.card k where k.company_id = t.company_id and k.ticket_id = t.id and k.lane_id = ${lane})
    or (${lane} = coalesce((select l.id from kanban.lane l order by l.position, l.id limit 1), 'lane1')
        and not exists (select 1 from kanban.card k where k.company_id = t.company_id and k.ticket_id = t.id)))`,
};
