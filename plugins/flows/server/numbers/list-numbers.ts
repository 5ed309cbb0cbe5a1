import { sql, type Scope } from '@balcao/sdk/server';
import type { FlowListNumbers } from '../../graph/wire.ts';

const shownDays = 7;

/** Returns what became of the conversations that began with each flow in the last days, today included. */
export const listNumbers = async (scope: Scope): Promise<FlowListNumbers[]> => {
  const zone = scope.company.timeZone;
  const rows = await scope.sql.rows<{
    id: number;
    ago: number;
    started: number;
    completed: number;
    taken: number;
    stopped: number;
  }>(sql`
    select s.flow_id as id,
           (now() at time zone ${zone})::date - (s.started_at at time zone ${zone})::date as ago, count(*)::int as started,
           count(*) filter (where s.ended_why in ('completed', 'closed', 'handed'))::int as completed,
           count(*) filter (where s.ended_why = 'person')::int as taken,
           count(*) filter (where s.ended_why not in ('completed', 'closed', 'handed', 'person'))::int as stopped
      from flows.session s
     where s.flow_id is not null and s.state <> 'offered'
       and s.started_at >= (((now() at time zone ${zone})::date - ${shownDays - 1}::int)::timestamp at time zone ${zone})
     group by 1, 2`);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, days]) => ({
    id,
    days: Array.from(
      { length: shownDays },
      (_, index) => days.find(({ ago }) => ago === shownDays - 1 - index)?.started ?? 0,
    ),
    completed: days.reduce((sum, { completed }) => sum + completed, 0),
    taken: days.reduce((sum, { taken }) => sum + taken, 0),
    stopped: days.reduce((sum, { stopped }) => sum + stopped, 0),
  }));
};
