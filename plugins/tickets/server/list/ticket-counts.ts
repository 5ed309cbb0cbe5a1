import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';
import type { TicketQuery } from './list-query.ts';
import { countOf, searches } from './visible.ts';

export interface TicketCounts {
  open: { assigned: number; pending: number };
  closed: number;
}

/** How many lie behind each tab, under the same filters. */
export const ticketCounts = async (scope: Scope, query: TicketQuery): Promise<TicketCounts> => {
  const of = (status: TicketStatus): TicketQuery => ({ ...query, status });
  const [open, waiting, done] = [of('open'), of('pending'), of('closed')];
  const statement = sql`${searches(
    [open, waiting, done],
    sql`numbers as (select ${countOf(open)} as assigned, ${countOf(waiting)} as pending, ${countOf(done)} as closed)`,
  )} select * from numbers`;
  const row = await scope.sql.one<{ assigned: number; pending: number; closed: number }>(
    query.conditions.length > 0 ? statement : sql.kept(statement),
  );
  const { assigned = 0, pending = 0, closed = 0 } = row ?? {};
  return { open: { assigned, pending }, closed };
};
