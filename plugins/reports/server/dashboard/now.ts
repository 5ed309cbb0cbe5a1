import { sql, type Scope } from '@balcao/sdk/server';
import type { Filter } from '../filter.ts';

export interface Running {
  status: 'open' | 'pending';
  queueId: number;
  userId: number;
  count: number;
  /** The customer who has waited longest. */
  oldest: Date | null;
}

/** Running conversations at this moment by queue and person; no period applies to them. */
export const runningNow = (scope: Scope, { keys }: Pick<Filter, 'keys'>): Promise<Running[]> => {
  const conditions = keys(sql`r`);
  return scope.sql.rows<Running>(sql`
    select r.status, r.queue_key as "queueId", r.user_key as "userId", count(*)::int as count, min(r.waiting_since) as oldest
      from (select t.status, t.queue_key, t.owner_key as user_key, coalesce(t.connection_id, 0) as connection_key, t.waiting_since
              from tickets.public_ticket t where t.status in ('open', 'pending')) r
     where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
     group by 1, 2, 3`);
};

export const countNow = (rows: readonly Running[], those: (row: Running) => boolean): number =>
  rows.filter(those).reduce((sum, { count }) => sum + count, 0);
