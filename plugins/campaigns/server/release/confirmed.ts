import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { storedCampaign } from '../campaign/campaign-view.ts';
import { readSettings } from '../settings/settings.ts';
import { mainMessage } from './compose.ts';

interface Confirmed {
  campaignId: number;
  ticketId: number | null;
  name: string;
  number: string;
  variant: number;
  position: number;
  variables: Record<string, string> | null;
}

/**
 * Returns the conversation for a person who confirmed earlier. That of the answer was closed since, when the campaign was
 * stopped meanwhile, or is on another connection, when the campaign was moved.
 */
const presentConversation = async (
  scope: Scope,
  ticketId: number | null,
  connectionId: number | null,
): Promise<number | null> => {
  const answered = await scope.sql.one<{ contactId: number }>(
    sql`select contact_id as "contactId" from tickets.public_ticket where id = ${ticketId}`,
  );
  if (!answered || connectionId === null) return null;
  return (await scope.use(tickets).begin({ contactId: answered.contactId, connectionId, listed: false })).id;
};

/**
 * Sends the main message to a person who confirmed, ahead of everybody who waits: in the conversation of the answer
 * (`ticketId`), only as long as this automation has it, or later in the present one. Returns false where nothing was
 * sent: the campaign is not running, or it was sent before.
 */
export const sendConfirmed = (
  scope: Scope,
  recipientId: number,
  { ticketId, automation }: { ticketId?: number; automation?: string } = {},
): Promise<boolean> =>
  scope.tx(async (inner) => {
    const person = await inner.sql.one<Confirmed>(
      sql`select campaign_id as "campaignId", ticket_id as "ticketId", name, number, variant, position, variables
            from campaigns.recipient where id = ${recipientId} and state = 'confirmed' for update`,
    );
    if (!person) return false;
    const campaign = await storedCampaign(inner, person.campaignId);
    if (campaign.status !== 'EM_ANDAMENTO') return false;
    const to = ticketId ?? (await presentConversation(inner, person.ticketId, campaign.connectionId));
    if (to === null) return false;
    const sent = await inner.use(tickets).send(to, {
      ...mainMessage(campaign, await readSettings(inner), person),
      by: null,
      clientId: `campaign:${person.campaignId}:${recipientId}:main`,
      ...(automation !== undefined && { while: automation }),
    });
    await inner.sql.run(
      sql`update campaigns.recipient set state = 'released', message_id = ${sent.id}, released_at = now(), ticket_id = ${to}
           where id = ${recipientId}`,
    );
    return true;
  });
