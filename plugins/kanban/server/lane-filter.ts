import { sql, z, type Scope } from '@balcao/sdk/server';
import type { TicketListQuery } from '@balcao/tickets/contract';

export const laneId = z.string().min(1).max(60);

const firstLane = async (scope: Scope): Promise<string> => {
  const lane = await scope.sql.one<{ id: string }>(
    sql`select l.id from kanban.lane l order by l.position, l.id limit 1`,
  );
  return lane?.id ?? 'lane1';
};

/**
 * Filters the list by lane. The first lane includes conversations that were never moved: it is everything outside the
 * other lanes, read in the order of the list. Other lanes are read from their cards.
 */
export const laneFilter: TicketListQuery = {
  id: 'lane',
  param: 'selectedKanbanId',
  schema: laneId,
  where: async (lane, scope) =>
    lane === (await firstLane(scope))
      ? sql`not exists (select 1 from kanban.card k
          where k.company_id = t.company_id and k.ticket_id = t.id and k.lane_id <> ${lane})`
      : sql`exists (select 1 from kanban.card k
          where k.company_id = t.company_id and k.ticket_id = t.id and k.lane_id = ${lane})`,
};
