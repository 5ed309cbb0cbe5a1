import { AppError, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelAdapter, type Connection } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import { publishTicket } from '../live/publish-ticket.ts';
import { ticketView } from './find-ticket.ts';

interface Begun {
  id: number;
  uuid: string;
  isNew: boolean;
}

const running = (scope: Scope, contactId: number, connectionId: number): Promise<Begun | undefined> =>
  scope.sql.one<Begun>(
    sql`select id, uuid, false as "isNew" from tickets.ticket
         where contact_id = ${contactId} and whatsapp_id = ${connectionId} and status in ('open', 'pending')`,
  );

/**
 * Begins a conversation outside all lists until the customer answers: see `tickets.start_conversation`. One statement,
 * because programs send to thousands. Undefined if contact or identity must be looked at first.
 */
const beginUnlisted = async (
  scope: Scope,
  contactId: number,
  connection: Connection,
  adapter: ChannelAdapter | undefined,
): Promise<Begun | undefined> =>
  scope.sql.one<Begun>(
    sql`select b.id, b.uuid, b.is_new as "isNew"
          from tickets.begin_unlisted(${contactId}::int, ${connection.id}::int, ${connection.channel},
                 ${(await adapter?.identityScope(connection, scope)) ?? ''}, ${adapter?.identityKind ?? null}::text) b`,
  );

/** Implements `Tickets.beginAll`. */
export const beginAll = async (
  scope: Scope,
  { contactIds, connectionId }: { contactIds: readonly number[]; connectionId: number },
): Promise<Map<number, { id: number; uuid: string }>> => {
  const service = scope.use(connections);
  const connection = await service.find(connectionId);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  const adapter = service.adapter(connection);
  // In one order on all nodes: each takes the turn of its contact.
  const rows = await scope.sql.rows<{ contactId: number; id: number; uuid: string }>(
    sql`select c.id as "contactId", b.id, b.uuid
          from (select distinct x as id from unnest(${[...contactIds]}::int[]) x order by x) c,
               lateral tickets.begin_unlisted(c.id, ${connection.id}::int, ${connection.channel},
                 ${(await adapter?.identityScope(connection, scope)) ?? ''}, ${adapter?.identityKind ?? null}::text) b`,
  );
  return new Map(rows.map(({ contactId, id, uuid }) => [contactId, { id, uuid }]));
};

/** Begins a conversation for a message of the company, by the rules that apply to a customer's message. */
export const beginTicket = async (
  scope: Scope,
  { contactId, connectionId, listed = true }: { contactId: number; connectionId: number; listed?: boolean },
): Promise<Begun> => {
  const service = scope.use(connections);
  const connection = await service.find(connectionId);
  const known = connection && listed ? await running(scope, contactId, connectionId) : undefined;
  if (known) return known;
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  const adapter = service.adapter(connection);
  const unlisted = listed ? undefined : await beginUnlisted(scope, contactId, connection, adapter);
  if (unlisted) return unlisted;
  const contact = await scope.use(contacts).find(contactId);
  if (!contact) throw notFound('ERR_NO_CONTACT_FOUND');
  if (
    adapter &&
    !(await scope
      .use(contacts)
      .findIdentity(
        contactId,
        connection.channel,
        await adapter.identityScope(connection, scope),
        adapter.identityKind,
      ))
  )
    throw new AppError(400, 'ERR_WAPP_INVALID_CONTACT', { fields: { contactId: 'ERR_WAPP_INVALID_CONTACT' } });
  // It has an identity of another kind, or the check has stored the contact's number as one.
  if (!listed) {
    const begun = await beginUnlisted(scope, contactId, connection, undefined);
    if (!begun) throw notFound('ERR_NO_CONTACT_FOUND');
    return begun;
  }
  const begun = await scope.tx(async (inner) => {
    await inner.sql.run(sql`select tickets.take_turn(${contactId}::int, ${connectionId}::int)`);
    // The transaction that held the turn before may have started one.
    const other = await running(inner, contactId, connectionId);
    if (other) return other;
    return inner.sql.one<Begun>(
      sql`select (b.t).id, (b.t).uuid, true as "isNew"
            from tickets.start_conversation(${contactId}::int, ${connectionId}::int, ${contact.isGroup}, null) b`,
    );
  });
  if (!begun) throw notFound('ERR_NO_WAPP_FOUND');
  const view = begun.isNew ? await ticketView(scope, begun.id, 'live') : undefined;
  if (view) await publishTicket(scope, view);
  return begun;
};
