import { conflict, sql } from '@balcao/sdk/server';
import { ticketRead } from '../../contract.ts';
import { publishRead, publishTicket } from '../live/publish-ticket.ts';
import type { SignedIn } from '../reader.ts';
import { assertMayOpen, ticketByUuid, ticketView } from './find-ticket.ts';

/** Marks a conversation as unread, for everybody who sees it. */
export const unreadTicket = async (scope: SignedIn, uuid: string): Promise<void> => {
  const ticket = await ticketByUuid(scope, uuid);
  assertMayOpen(scope, ticket);
  if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  const changed = await scope.sql.run(
    sql`update tickets.ticket set unread = 1 where id = ${ticket.id} and unread = 0 and status <> 'closed'`,
  );
  const view = changed > 0 ? await ticketView(scope, ticket.id, 'live') : undefined;
  if (view) await publishTicket(scope, view);
};

/** Clears the unread count; publishes it to the lists and sends read receipts. */
export const readTicket = async (scope: SignedIn, uuid: string): Promise<void> => {
  const ticket = await ticketByUuid(scope, uuid);
  assertMayOpen(scope, ticket);
  if (ticket.unread === 0) return;
  await scope.tx(async (inner) => {
    const before = await inner.sql.one<{ unread: number }>(
      sql`select unread from tickets.ticket where id = ${ticket.id} for update`,
    );
    await inner.sql.run(sql`update tickets.ticket set unread = 0 where id = ${ticket.id}`);
    const read = await inner.sql.rows<{ externalId: string }>(
      sql`select m.external_id as "externalId" from (
            select external_id, sent_at, id from tickets.message
             where ticket_id = ${ticket.id} and not from_me and external_id is not null
             order by sent_at desc, id desc limit ${Math.min(before?.unread ?? 0, 200)}) m order by m.sent_at, m.id`,
    );
    const externalIds = read.map(({ externalId }) => externalId);
    if (externalIds.length > 0)
      await inner.emit(ticketRead, `ticket:${ticket.id}`, { ticketId: ticket.id, externalIds });
    publishRead(inner, ticket.id, ticket.uuid, ticket);
  });
};
