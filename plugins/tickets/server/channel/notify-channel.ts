import { sql, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelAdapter, type Connection, type Presence } from '@balcao/connections/contract';
import { contacts, type Identity } from '@balcao/contacts/contract';

interface OtherSide {
  adapter: ChannelAdapter;
  connection: Connection;
  to: Identity;
  contactId: number;
}

/** The customer of a conversation, by the channel; undefined while it cannot be reached there. */
const otherSide = async (scope: Scope, ticketId: number): Promise<OtherSide | undefined> => {
  const ticket = await scope.sql.one<{ contactId: number; whatsappId: number | null }>(
    sql`select contact_id as "contactId", whatsapp_id as "whatsappId" from tickets.ticket where id = ${ticketId}`,
  );
  if (!ticket || ticket.whatsappId === null) return undefined;
  const connection = await scope.use(connections).find(ticket.whatsappId);
  const adapter = connection && scope.use(connections).adapter(connection);
  if (!connection || !adapter) return undefined;
  const to = await scope
    .use(contacts)
    .findIdentity(ticket.contactId, connection.channel, adapter.identityScope(connection), adapter.identityKind);
  return to && { adapter, connection, to, contactId: ticket.contactId };
};

/** The customer's side shows that it was read. A courtesy: its failure is only noted. */
export const notifyChannelRead = async (
  scope: Scope,
  ticketId: number,
  externalIds: readonly string[],
): Promise<void> => {
  try {
    const side = await otherSide(scope, ticketId);
    await side?.adapter.markRead?.(externalIds, side.to, side.connection, scope);
  } catch (err) {
    scope.log.info({ err, ticket: ticketId }, 'the channel was not told that messages were read');
  }
};

export const notifyChannelPresence = async (scope: Scope, ticketId: number, state: Presence): Promise<void> => {
  try {
    const side = await otherSide(scope, ticketId);
    await side?.adapter.presence?.(state, side.to, side.connection, scope);
  } catch (err) {
    scope.log.info({ err, ticket: ticketId }, 'the channel was not told that somebody types');
  }
};

/** The customer's side shows whether the conversation runs. One that was closed may have begun anew since. */
export const notifyChannelState = async (scope: Scope, ticketId: number): Promise<void> => {
  try {
    const side = await otherSide(scope, ticketId);
    if (!side?.adapter.conversationState) return;
    const { adapter, connection, to, contactId } = side;
    const running = await scope.sql.one(
      sql`select 1 from tickets.ticket
           where contact_id = ${contactId} and whatsapp_id = ${connection.id} and status <> 'closed' limit 1`,
    );
    await adapter.conversationState?.(running ? 'running' : 'closed', to, connection, scope);
  } catch (err) {
    scope.log.info({ err, ticket: ticketId }, 'the channel was not told how a conversation stands');
  }
};
