import { sql, type Scope } from '@balcao/sdk/server';
import type { MessageView } from '../../contract.ts';
import type { Media } from '@balcao/connections/contract';
import { isWindowClosed } from '../window/reply-window.ts';
import type { TicketRow } from '../ticket/find-ticket.ts';
import { enqueue } from '../message/enqueue.ts';

/**
 * Maximum number of automatic messages in one conversation per day: two machines must not talk to each other for ever.
 */
const maxADay = 30;

type Target = Pick<TicketRow, 'channel' | 'contactId' | 'whatsappId'> & { isKnown: boolean };

/**
 * Sends a message by rule, inside a transaction that holds the ticket. `name` identifies it in this conversation: a
 * second message of the same name is not sent, and none that the channel would refuse. Undefined: nothing was sent.
 */
export const sendAutomatic = async (
  scope: Scope,
  ticketId: number,
  name: string,
  body: string,
  media?: Media,
): Promise<MessageView | undefined> => {
  if (body.trim() === '' && !media) return undefined;
  const clientId = `rule:${name}`;
  const found = await scope.sql.one<Target>(
    sql`select t.channel, t.contact_id as "contactId", t.whatsapp_id as "whatsappId",
               exists (select 1 from tickets.message m
                        where m.company_id = t.company_id and m.ticket_id = t.id and m.client_id = ${clientId}) as "isKnown"
          from tickets.ticket t where t.id = ${ticketId}`,
  );
  if (!found || found.isKnown || (await isWindowClosed(scope, found))) return undefined;
  const counted = await scope.sql.run(
    sql`insert into tickets.automatic as a (ticket_id, replies) values (${ticketId}, 1)
        on conflict (company_id, ticket_id) do update
           set replies = case when a.replies_since < now() - interval '1 day' then 1 else a.replies + 1 end,
               replies_since = case when a.replies_since < now() - interval '1 day' then now() else a.replies_since end
         where a.replies < ${maxADay} or a.replies_since < now() - interval '1 day'`,
  );
  if (counted === 0) {
    scope.log.warn(
      { ticket: ticketId, rule: name },
      'the daily limit of automatic messages in a conversation is reached',
    );
    return undefined;
  }
  return enqueue(scope, { ticketId, userId: null, body, clientId, ...(media && { media }) });
};
