import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';
import type { TicketQuery } from './list-query.ts';
import { countOf } from './visible.ts';

export interface TicketCounts {
  open: { assigned: number; pending: number };
  closed: number;
}

/** How many lie behind each tab, under the same filters. */
export const ticketCounts = async (scope: Scope, query: TicketQuery): Promise<TicketCounts> => {
  const of = (status: TicketStatus) => countOf({ ...query, status });
  const row = await scope.sql.one<{ assigned: number; pending: number; closed: number }>(
    sql`select ${of('open')} as assigned, ${of('pending')} as pending, ${of('closed')} as closed`,
  );
  const { assigned = 0, pending = 0, closed = 0 } = row ?? {};
  return { open: { assigned, pending }, closed };
};
