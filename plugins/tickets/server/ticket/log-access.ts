import { sql } from '@balcao/sdk/server';
import type { SignedIn } from '../reader.ts';
import type { TicketRow } from './find-ticket.ts';

/** Logs that somebody opened a conversation of others: at most once a person in ten minutes. */
export const logAccess = async (scope: SignedIn, row: TicketRow): Promise<void> => {
  if (row.owner === null || row.owner.id === scope.user.id) return;
  await scope.sql.run(sql`select tickets.log_access(${row.id}::int, ${scope.user.id}::int, ${row.queueId}::int)`);
};
