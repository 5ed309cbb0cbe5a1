import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketView } from '../contract.ts';
import { publishTicket } from './live/publish-ticket.ts';
import { maskedLive } from './reader.ts';
import { emitChange, log } from './ticket/record.ts';

/** Returns the open conversations of a deleted attendant to waiting. */
export const returnOrphans = async (scope: Scope): Promise<void> => {
  const returned = await scope.tx(async (inner) => {
    const rows = await inner.sql.rows<{ view: TicketView }>(
      sql`update tickets.ticket t set status = 'pending', updated_at = clock_timestamp()
           where t.status = 'open' and t.owner_key = 0 returning tickets.ticket_view(t, ${maskedLive(inner)}) as view`,
    );
    for (const { view } of rows) {
      await log(inner, view.id, 'pending', null, view.queueId, 'attendantGone');
      await emitChange(inner, 'return', view);
    }
    return rows;
  });
  for (const { view } of returned) await publishTicket(scope, view, view);
};
