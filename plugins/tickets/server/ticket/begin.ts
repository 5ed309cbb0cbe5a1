import { AppError, notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { contacts, type Contact } from '@balcao/contacts/contract';
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

/** Begins a conversation outside all lists until the customer answers: see `tickets.begin_conversation`. */
const beginUnlisted = async (scope: Scope, contact: Contact, connection: Connection): Promise<Begun | undefined> => {
  const known = await scope.sql.one<Begun>(
    sql`select id, uuid, false as "isNew" from tickets.ticket
         where contact_id = ${contact.id} and whatsapp_id = ${connection.id} and status = 'unlisted' order by id desc limit 1`,
  );
  if (known) return known;
  return scope.sql.one<Begun>(
    sql`insert into tickets.ticket (status, contact_id, whatsapp_id, channel, is_group, last_at)
        values ('unlisted', ${contact.id}, ${connection.id}, ${connection.channel}, ${contact.isGroup}, '-infinity')
        returning id, uuid, true as "isNew"`,
  );
};

/** Begins a conversation for a message of the company, by the rules that apply to a customer's message. */
export const beginTicket = async (
  scope: Scope,
  { contactId, connectionId, listed = true }: { contactId: number; connectionId: number; listed?: boolean },
): Promise<Begun> => {
  const known = await running(scope, contactId, connectionId);
  if (known) return known;
  const service = scope.use(connections);
  const connection = await service.find(connectionId);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  const contact = await scope.use(contacts).find(contactId);
  if (!contact) throw notFound('ERR_NO_CONTACT_FOUND');
  const adapter = service.adapter(connection);
  if (
    adapter &&
    !(await scope
      .use(contacts)
      .findIdentity(contactId, connection.channel, adapter.identityScope(connection), adapter.identityKind))
  )
    throw new AppError(400, 'ERR_WAPP_INVALID_CONTACT', { fields: { contactId: 'ERR_WAPP_INVALID_CONTACT' } });
  const begun = await scope.tx(async (inner) => {
    await inner.sql.run(sql`select tickets.take_turn(${contactId}::int, ${connectionId}::int)`);
    // The transaction that held the turn before may have started one.
    const other = await running(inner, contactId, connectionId);
    if (other) return other;
    if (!listed) return beginUnlisted(inner, contact, connection);
    return inner.sql.one<Begun>(
      sql`select (b.t).id, (b.t).uuid, true as "isNew"
            from tickets.begin_conversation(${contactId}::int, ${connectionId}::int, ${contact.isGroup}) b`,
    );
  });
  if (!begun) throw notFound('ERR_NO_WAPP_FOUND');
  const view = begun.isNew && listed ? await ticketView(scope, begun.id, 'live') : undefined;
  if (view) await publishTicket(scope, view);
  return begun;
};
