import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketView } from '../contract.ts';
import { tellTicket } from './live/ticket-news.ts';
import { maskedLive } from './reader.ts';

/** The open conversations of somebody who is gone wait for others. */
export const returnOrphans = async (scope: Scope): Promise<void> => {
  const rows = await scope.sql.rows<{ view: TicketView }>(
    sql`update tickets.ticket t set status = 'pending', updated_at = clock_timestamp()
         where t.status = 'open' and t.owner_key = 0 returning tickets.show(t, ${maskedLive(scope)}) as view`,
  );
  for (const { view } of rows) await tellTicket(scope, view);
};
