import { conflict, sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type { ReplyWindow } from '../../contract.ts';
import type { TicketRow } from '../ticket/find-ticket.ts';

type Conversation = Pick<TicketRow, 'channel' | 'contactId' | 'whatsappId'>;
/** The author: a person who writes to one customer, or the company itself (rules, automations, bulk). */
export type AuthorKind = 'person' | 'company';

interface Hours {
  hours: number;
  /** Undefined: people have the same window as everybody. */
  personHours: number | undefined;
}

/** Returns how long the channel accepts free text; undefined: always. */
const hoursOf = (scope: Scope, { channel }: Pick<Conversation, 'channel'>): Hours | undefined => {
  const { windowHours, personWindowHours } = scope.use(connections).adapter({ channel })?.capabilities ?? {};
  return windowHours === undefined ? undefined : { hours: windowHours, personHours: personWindowHours };
};

/** When the window closes for each; null: it is closed. */
type Ends = Record<AuthorKind, Date | null>;

// The window belongs to the customer on this connection, not to one ticket: a new conversation continues it. Only
// recent messages are read, however long the conversation is.
const endsOf = async (
  scope: Scope,
  { contactId, whatsappId }: Conversation,
  { hours, personHours = hours }: Hours,
): Promise<Ends> => {
  const minutes = (of: number) => Math.round(of * 60);
  const row = await scope.sql.one<{ company: Date | null; person: Date | null }>(sql`
    select greatest(w.open_until, case when w.refused_at is null or h.at > w.refused_at
             then h.at + make_interval(mins => ${minutes(hours)}::int) end) as company,
           greatest(w.open_until, case when w.person_refused_at is null or h.at > w.person_refused_at
             then h.at + make_interval(mins => ${minutes(Math.max(hours, personHours))}::int) end) as person
      from (select max(newest.sent_at) as at
              from tickets.ticket t
             cross join lateral (
               select m.sent_at from tickets.message m
                where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me
                  and m.context ->> 'isPublic' is null
                  and m.sent_at > now() - make_interval(mins => ${minutes(Math.max(hours, personHours))}::int)
                order by m.sent_at desc, m.id desc limit 1) newest
             where t.contact_id = ${contactId} and t.whatsapp_id = ${whatsappId}) h
      left join tickets.reply_window w on w.contact_id = ${contactId} and w.connection_id = ${whatsappId}`);
  const ahead = (end: Date | null | undefined): Date | null => (end && end.getTime() > Date.now() ? end : null);
  return { company: ahead(row?.company), person: ahead(row?.person) };
};

const iso = (end: Date | null): string | null => end && end.toISOString();

/** Returns the reply window of a conversation; null where the channel has none. */
export const replyWindow = async (
  scope: Scope,
  ticket: Conversation & Pick<TicketRow, 'id'>,
): Promise<ReplyWindow | null> => {
  const known = hoursOf(scope, ticket);
  if (!known) return null;
  const { company, person } = await endsOf(scope, ticket, known);
  const { hours, personHours } = known;
  return {
    hours,
    closesAt: iso(company),
    ...(personHours !== undefined && { personHours, personClosesAt: iso(person) }),
    ...(company === null && person === null && (await isLastPublic(scope, ticket.id)) && { isAfterPublic: true }),
  };
};

/** True when the customer's last message is a comment under a post. */
const isLastPublic = async (scope: Scope, ticketId: number): Promise<boolean> =>
  (
    await scope.sql.one<{ isPublic: boolean }>(
      sql`select m.context ->> 'isPublic' is not null as "isPublic" from tickets.message m
           where m.ticket_id = ${ticketId} and not m.from_me order by m.sent_at desc, m.id desc limit 1`,
    )
  )?.isPublic === true;

/**
 * True when the channel would refuse a text that a rule sends: the window is closed, or the customer has only
 * commented in public, which opens none. Costs a statement only on channels with a window.
 */
export const isWindowClosed = async (scope: Scope, ticket: Conversation): Promise<boolean> => {
  const known = hoursOf(scope, ticket);
  return known !== undefined && (await endsOf(scope, ticket, known)).company === null;
};

/** Throws ERR_WINDOW_CLOSED (409) before anything is stored. */
export const assertWindowOpen = async (scope: Scope, ticket: Conversation, who: AuthorKind): Promise<void> => {
  const known = hoursOf(scope, ticket);
  if (!known) return;
  const { hours, personHours } = known;
  const author = personHours === undefined ? 'company' : who;
  if ((await endsOf(scope, ticket, known))[author]) return;
  throw conflict('ERR_WINDOW_CLOSED', { hours: author === 'person' ? personHours : hours });
};

/** True in the time in which only people may write: their messages are marked as such. */
export const isPersonOnlyWindow = async (scope: Scope, ticket: Conversation): Promise<boolean> => {
  const known = hoursOf(scope, ticket);
  return known?.personHours !== undefined && (await endsOf(scope, ticket, known)).company === null;
};
