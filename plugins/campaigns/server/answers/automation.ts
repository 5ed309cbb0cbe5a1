import { sql, type Scope } from '@balcao/sdk/server';
import { tickets, type TicketAutomation } from '@balcao/tickets/contract';
import { followMessage, latestCampaign, meaningOf } from './inbound.ts';

const id = 'campaigns';

const numberOf = async (scope: Scope, contactId: number): Promise<string> =>
  (await scope.sql.one<{ number: string }>(sql`select number from contacts.public_contact where id = ${contactId}`))
    ?.number ?? '';

/**
 * Takes conversations that begin with an answer for campaigns alone, so that neither the menu nor the greeting answers
 * too: a confirmation, an opt-out or a return. They are closed again at once, and wait for nobody.
 */
export const campaignAutomation: TicketAutomation = {
  id,
  async claims(ticket, message, scope) {
    if (!message || message.fromMe) return false;
    const latest = await latestCampaign(scope, ticket.contactId, ticket.id);
    if (latest?.state === 'asked') return true;
    const { wish } = await meaningOf(scope, message.body, latest, await numberOf(scope, ticket.contactId));
    return wish !== undefined;
  },
  async received(ticket, message, scope) {
    const inbound = {
      ticketId: ticket.id,
      messageId: message.id,
      contactId: ticket.contactId,
      text: message.body,
      channel: ticket.channel,
    };
    const isOurs = await followMessage(scope, inbound, id);
    const service = scope.use(tickets);
    const wasHandled = isOurs || (await isAnswered(scope, message.id, ticket.id));
    if (wasHandled) await service.close(ticket.id, { justClose: true });
    else await service.setAutomaticService(ticket.id, false);
  },
};

/** The event of the same message may have come first, and left nothing to do here. */
const isAnswered = async (scope: Scope, messageId: number, ticketId: number): Promise<boolean> =>
  (await scope.sql.one(
    sql`select 1 from campaigns.recipient where ticket_id = ${ticketId} and confirmed_at is not null
           and message_id > ${messageId} limit 1`,
  )) !== undefined;
