import { sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { sendAutomatic } from './send-automatic.ts';
import type { RoutingState } from './routing-state.ts';

/**
 * Sends the greeting of a connection without a menu, because it has one queue or shows none: once to a customer who
 * begins a conversation, and not where the company wrote first. With a menu the greeting is part of it.
 */
export const sendGreeting = async (scope: Scope, { ticketId, messageId, whatsappId }: RoutingState): Promise<void> => {
  const connection = whatsappId === null ? undefined : await scope.use(connections).find(whatsappId);
  if (!connection) return;
  const { greetingMessage, greetingMediaAttachment: media } = connection;
  if (greetingMessage.trim() === '' && !media) return;
  await scope.tx(async (inner) => {
    const begun = await inner.sql.one<{ logId: number }>(sql`
      select l.id as "logId" from tickets.ticket t
        join lateral (select g.id, g.created_at from tickets.log g
                       where g.company_id = t.company_id and g.ticket_id = t.id and g.type in ('create', 'reopen')
                       order by g.id desc limit 1) l on true
       where t.id = ${ticketId} and t.status = 'pending' and t.automatic_by is null
         and not exists (select 1 from tickets.message m
                          where m.company_id = t.company_id and m.ticket_id = t.id and m.id < ${messageId}
                            and not m.only_internal and m.sent_at >= l.created_at - interval '1 minute'
                            and coalesce(m.client_id, '') not like 'rule:%')
         for update of t`);
    if (!begun) return;
    if (media) await sendAutomatic(inner, ticketId, `greeting-media:${begun.logId}`, '', media);
    await sendAutomatic(inner, ticketId, `greeting:${begun.logId}`, greetingMessage.trim());
  });
};
