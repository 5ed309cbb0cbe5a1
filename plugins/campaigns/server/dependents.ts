import { sql } from '@balcao/sdk/server';
import type { ConnectionDependents } from '@balcao/connections/contract';

/** Told before a connection is deleted: campaigns that would stop, or never start. */
export const campaignsOfConnection: ConnectionDependents = {
  id: 'campaigns',
  async describe(connectionId, scope) {
    const row = await scope.sql.one<{ count: number }>(
      sql`select count(*)::int as count from campaigns.campaign
           where connection_id = ${connectionId} and status in ('PROGRAMADA', 'EM_ANDAMENTO')`,
    );
    const count = row?.count ?? 0;
    return count === 0 ? undefined : scope.t(count === 1 ? 'server.dependent' : 'server.dependents', { count });
  },
};
