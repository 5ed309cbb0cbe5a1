import { notFound, sql, type Scope } from '@balcao/sdk/server';

/** Number of messages per page. */
export const perPage = 40;

/** The position of a message in its conversation. */
export interface PagePosition {
  id: number;
  /** PostgreSQL's own text: a `Date` would lose microseconds. */
  sentAt: string;
}

/** Returns the position of a message. ERR_NO_MESSAGE_FOUND (404), also for a message of another conversation. */
export const positionOf = async (scope: Scope, ticketId: number, id: number): Promise<PagePosition> => {
  const place = await scope.sql.one<PagePosition>(
    sql`select m.id, m.sent_at::text as "sentAt" from tickets.message m where m.id = ${id} and m.ticket_id = ${ticketId}`,
  );
  if (!place) throw notFound('ERR_NO_MESSAGE_FOUND');
  return place;
};
