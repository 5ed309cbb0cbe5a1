import { sql, type Scope } from '@balcao/sdk/server';
import type { TicketStatus } from '../../contract.ts';
import type { TicketQuery } from './list-query.ts';
import { countOf, searches, someOf } from './visible.ts';

export interface TicketCounts {
  open: { assigned: number; pending: number };
  closed: number;
  unread: number;
  unsent: number;
}

/** Upper limit of a count, far above what is shown as "99+". */
const maxMarked = 1000;
const marks = { unread: sql`t.unread > 0`, unsent: sql`t.unsent > 0` };

/**
 * Returns the number of conversations behind each tab, with the same filters, and how many of the running ones are
 * marked.
 */
export const ticketCounts = async (scope: Scope, query: TicketQuery): Promise<TicketCounts> => {
  const of = (status: TicketStatus): TicketQuery => ({
    ...query,
    status,
    snoozed: status === 'closed' && query.snoozed === 'out' ? 'in' : query.snoozed,
  });
  const [open, waiting, done] = [of('open'), of('pending'), of('closed')];
  const marked = (mark: keyof typeof marks) =>
    sql`(select count(*)::int from (${someOf(open, marks[mark], maxMarked)} union all ${someOf(waiting, marks[mark], maxMarked)}) r)`;
  const statement = sql`${searches(
    [open, waiting, done],
    sql`numbers as (select ${countOf(open)} as assigned, ${countOf(waiting)} as pending, ${countOf(done)} as closed,
          ${marked('unread')} as unread, ${marked('unsent')} as unsent)`,
  )} select * from numbers`;
  const row = await scope.sql.one<{
    assigned: number;
    pending: number;
    closed: number;
    unread: number;
    unsent: number;
  }>(query.conditions.length > 0 ? statement : sql.prepared(statement));
  const { assigned = 0, pending = 0, closed = 0, unread = 0, unsent = 0 } = row ?? {};
  return {
    open: { assigned, pending },
    closed,
    unread: Math.min(unread, maxMarked),
    unsent: Math.min(unsent, maxMarked),
  };
};
