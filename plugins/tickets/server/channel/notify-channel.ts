import { sql, type Scope } from '@balcao/sdk/server';
import { connections, type ChannelAdapter, type Connection, type Presence } from '@balcao/connections/contract';
import { contacts, type Identity } from '@balcao/contacts/contract';

interface ReachableCustomer {
  adapter: ChannelAdapter;
  connection: Connection;
  to: Identity;
  contactId: number;
}

/** Returns the customer of a conversation on its channel; undefined while they cannot be reached there. */
const reachableCustomer = async (scope: Scope, ticketId: number): Promise<ReachableCustomer | undefined> => {
  const ticket = await scope.sql.one<{ contactId: number; whatsappId: number | null }>(
    sql`select contact_id as "contactId", whatsapp_id as "whatsappId" from tickets.ticket where id = ${ticketId}`,
  );
  if (!ticket || ticket.whatsappId === null) return undefined;
  const connection = await scope.use(connections).find(ticket.whatsappId);
  const adapter = connection && scope.use(connections).adapter(connection);
  if (!connection || !adapter) return undefined;
  const to = await scope
    .use(contacts)
    .findIdentity(
      ticket.contactId,
      connection.channel,
      await adapter.identityScope(connection, scope),
      adapter.identityKind,
    );
  return to && { adapter, connection, to, contactId: ticket.contactId };
};

/** Shows the customer that messages were read. Best effort: a failure is only logged. */
export const notifyChannelRead = async (
  scope: Scope,
  ticketId: number,
  externalIds: readonly string[],
): Promise<void> => {
  try {
    const customer = await reachableCustomer(scope, ticketId);
    await customer?.adapter.markRead?.(externalIds, customer.to, customer.connection, scope);
  } catch (err) {
    scope.log.info({ err, ticket: ticketId }, 'sending read receipts to the channel failed');
  }
};

export const notifyChannelPresence = async (scope: Scope, ticketId: number, state: Presence): Promise<void> => {
  try {
    const customer = await reachableCustomer(scope, ticketId);
    await customer?.adapter.presence?.(state, customer.to, customer.connection, scope);
  } catch (err) {
    scope.log.info({ err, ticket: ticketId }, 'sending typing presence to the channel failed');
  }
};

/** Shows the customer whether the conversation is running. A closed one may have been reopened or replaced since. */
export const notifyChannelState = async (scope: Scope, ticketId: number): Promise<void> => {
  try {
    const customer = await reachableCustomer(scope, ticketId);
    if (!customer?.adapter.conversationState) return;
    const { adapter, connection, to, contactId } = customer;
    const running = await scope.sql.one(
      sql`select 1 from tickets.ticket
           where contact_id = ${contactId} and whatsapp_id = ${connection.id} and status <> 'closed' limit 1`,
    );
    await adapter.conversationState?.(running ? 'running' : 'closed', to, connection, scope);
  } catch (err) {
    scope.log.info({ err, ticket: ticketId }, 'sending the conversation state to the channel failed');
  }
};
