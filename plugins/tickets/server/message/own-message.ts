import { conflict, forbidden, notFound, sql } from '@balcao/sdk/server';
import type { MessageView } from '../../contract.ts';
import { tellMessage } from '../live/ticket-news.ts';
import { maskedLive, type SignedIn } from '../reader.ts';
import { assertMayOpen, ticketById, type TicketRow } from '../ticket/find-ticket.ts';
import type { News } from './enqueue.ts';
import { tell } from './news.ts';

interface Found {
  ticketId: number;
  userId: number | null;
  fromMe: boolean;
}

const messageAndTicket = async (scope: SignedIn, id: number): Promise<{ message: Found; ticket: TicketRow }> => {
  const message = await scope.sql.one<Found>(
    sql`select ticket_id as "ticketId", user_id as "userId", from_me as "fromMe" from tickets.message where id = ${id}`,
  );
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND');
  const ticket = await ticketById(scope, message.ticketId);
  assertMayOpen(scope, ticket);
  return { message, ticket };
};

/** A failed message goes back to the end of its conversation's queue. */
export const retryMessage = async (scope: SignedIn, id: number): Promise<MessageView> => {
  await messageAndTicket(scope, id);
  const news = await scope.sql.one<News>(
    sql`select * from tickets.requeue(${id}::bigint, null::int, ${maskedLive(scope)})`,
  );
  if (!news) throw conflict('ERR_MESSAGE_NOT_FAILED');
  await tell(scope, news, 'update');
  return news.message;
};

/** Marks one's own message deleted; what was not sent yet is not sent. */
export const deleteMessage = async (scope: SignedIn, id: number): Promise<MessageView> => {
  const { message, ticket } = await messageAndTicket(scope, id);
  if (!message.fromMe || message.userId !== scope.user.id) throw forbidden();
  const row = await scope.sql.one<{ message: MessageView }>(
    sql`update tickets.message m set is_deleted = true where m.id = ${id} returning tickets.show(m) as message`,
  );
  if (!row) throw notFound('ERR_NO_MESSAGE_FOUND');
  tellMessage(scope, ticket.uuid, 'update', row.message);
  return row.message;
};
