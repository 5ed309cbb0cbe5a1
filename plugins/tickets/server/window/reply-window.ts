import { conflict, sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type { ReplyWindow } from '../../contract.ts';
import type { TicketRow } from '../ticket/find-ticket.ts';

type Conversation = Pick<TicketRow, 'channel' | 'contactId' | 'whatsappId'>;

/** Hours after the customer's last message in which the channel takes free text; undefined: always. */
const hoursOf = (scope: Scope, { channel }: Conversation): number | undefined =>
  scope.use(connections).adapter({ channel })?.capabilities.windowHours;

// The window is the customer's on this connection, not one ticket's: a conversation begun anew finds it as the last one
// left it. Only what is young enough is looked at, however long the conversation is.
const lastHeard = async (
  scope: Scope,
  { contactId, whatsappId }: Conversation,
  hours: number,
): Promise<Date | null> => {
  const row = await scope.sql.one<{ at: Date | null }>(sql`
    select max(newest.sent_at) as at
      from tickets.ticket t
     cross join lateral (
       select m.sent_at from tickets.message m
        where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me
          and m.sent_at > now() - make_interval(mins => ${Math.round(hours * 60)}::int)
        order by m.sent_at desc, m.id desc limit 1) newest
     where t.contact_id = ${contactId} and t.whatsapp_id = ${whatsappId}`);
  return row?.at ?? null;
};

/** How long this conversation may be answered freely; null where the channel sets no limit. */
export const replyWindow = async (scope: Scope, ticket: Conversation): Promise<ReplyWindow | null> => {
  const hours = hoursOf(scope, ticket);
  if (hours === undefined) return null;
  const at = await lastHeard(scope, ticket, hours);
  return { hours, closesAt: at && new Date(at.getTime() + hours * 3_600_000).toISOString() };
};

/** 409 ERR_WINDOW_CLOSED before anything is stored: what the channel will not take is not said at all. */
export const assertWindowOpen = async (scope: Scope, ticket: Conversation): Promise<void> => {
  const hours = hoursOf(scope, ticket);
  if (hours === undefined || (await lastHeard(scope, ticket, hours)) !== null) return;
  throw conflict('ERR_WINDOW_CLOSED', { hours });
};
