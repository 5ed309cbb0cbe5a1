import { sql, type Scope } from '@balcao/sdk/server';
import { numberOf } from '../lane-id.ts';

const isOver = sql`l.deleted_at < now() - interval '1 day'
  and not exists (select 1 from kanban.card k where k.board_id = l.board_id and k.lane_id = l.id)`;

/**
 * Removes lanes whose deletion can no longer be undone. Their board keeps the highest number: flows, filters and the
 * history of conversations go on naming a removed lane by its id, which no later one may get.
 */
export const removeDeletedLanes = (scope: Scope): Promise<number> =>
  scope.tx(async (inner) => {
    // Boards before their lanes, as by everybody who changes lanes.
    await inner.sql.run(sql`select 1 from kanban.board b
      where exists (select 1 from kanban.lane l where l.board_id = b.id and ${isOver}) order by b.id for no key update`);
    return inner.sql.run(sql`
      with gone as (delete from kanban.lane l where ${isOver} returning l.board_id, ${numberOf} as number)
      update kanban.board b set last_lane = greatest(b.last_lane, g.number)
        from (select board_id, max(number) as number from gone group by board_id) g where g.board_id = b.id`);
  });
