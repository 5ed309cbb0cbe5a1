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
 * A lane of the list's filter. The first lane holds also what was never moved: it is everything that is in no other,
 * read in the order of the list. Any other is read from its own cards.
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
