import { sql, type Sql } from '@balcao/sdk/server';
import type { TicketListExtra } from '@balcao/tickets/contract';

/** A row carries the beginning; the panel of the conversation reads all of it, and how many messages came after it. */
const maxLength = 600;

const rows = (ticketIds: Sql): Sql =>
  sql`select s.ticket_id, to_json(left(concat_ws(E'\\n', nullif(s.sections ->> 'reason', ''), nullif(s.sections ->> 'done', ''),
               nullif(s.sections ->> 'pending', ''), nullif(s.sections ->> 'data', '')), ${maxLength}::int)) as value
        from chatai.ticket_summary s where s.ticket_id = any(${ticketIds})`;

/** The summary of a conversation, in every list row. */
export const summaryExtra: TicketListExtra = {
  id: 'summary',
  async load(ticketIds, scope) {
    const found = await scope.sql.rows<{ ticket_id: number; value: string }>(rows(sql`${[...ticketIds]}::int[]`));
    return new Map(found.map(({ ticket_id: ticketId, value }) => [ticketId, value]));
  },
  rows,
};
