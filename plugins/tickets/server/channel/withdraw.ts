import { sql, type Scope } from '@balcao/sdk/server';
import { publishTickets } from '../live/publish-ticket.ts';
import { deletedWords } from '../message/listed.ts';
import { ticketViews } from '../ticket/find-ticket.ts';
import { releaseShared } from '../ticket/own-files.ts';

/** Implements `Tickets.withdraw`. */
export const withdrawBulk = (scope: Scope, messageIds: readonly number[]): Promise<number[]> =>
  scope.tx(async (inner) => {
    const rows = await inner.sql.rows<{ message: string; ticketId: number; path: string | null }>(
      sql`select message_id as message, ticket_id as "ticketId", shared_path as path
            from tickets.withdraw(${[...messageIds]}::bigint[], ${deletedWords(inner)})`,
    );
    if (rows.length === 0) return [];
    const paths = [...new Set(rows.flatMap(({ path }) => (path === null ? [] : [path])))];
    // The sender still has the file that all its messages share, so none is left over here.
    await releaseShared(inner, paths);
    await publishTickets(inner, await ticketViews(inner, [...new Set(rows.map(({ ticketId }) => ticketId))], 'live'));
    return rows.map(({ message }) => Number(message));
  });
