import { sql, type Delivery, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { listNotices, type TicketStatus } from '../../contract.ts';
import { aboutTicket, pathOf, tagOf } from './about.ts';
import { notifyWaiting } from './change-notices.ts';
import { batchByCompany } from './batch-by-company.ts';

interface Written {
  body: string;
  kind: 'image' | 'audio' | 'video' | 'document' | 'sticker' | 'location' | 'contacts' | null;
  participant: string | null;
  author: string | null;
}

const written = (scope: Scope, messageId: number): Promise<Written | undefined> =>
  scope.sql.one<Written>(
    sql`select m.body, coalesce(m.media_type, m.data->>'kind') as kind, m.participant, u.name as author
          from tickets.message m left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
         where m.id = ${messageId} and not m.is_deleted`,
  );

/** Returns the text, or the kind of content for a message without text; in a group with the author. */
const previewOf = (
  scope: Scope,
  { body, kind, participant }: Pick<Written, 'body' | 'kind' | 'participant'>,
): string => {
  const text = body.trim() === '' && kind !== null ? scope.t(`notice.${kind}`) : body;
  return participant === null ? text : `${participant}: ${text}`;
};

/** True for the customer's first answer in a conversation that the company began: it waits from here on. */
const beginsToWait = async (scope: Scope, ticketId: number, messageId: number): Promise<boolean> => {
  const earlier = await scope.sql.one<{ theirs: boolean; ours: boolean }>(
    sql`select coalesce(bool_or(not m.from_me), false) as theirs, coalesce(bool_or(m.from_me), false) as ours
          from tickets.message m where m.ticket_id = ${ticketId} and m.id < ${messageId}`,
  );
  return earlier?.ours === true && !earlier.theirs;
};

interface ToAttendant extends Pick<Written, 'body' | 'kind' | 'participant'> {
  userId: number;
  ticketId: number;
  uuid: string;
  contact: string;
}

/** Notifies the current attendant of each conversation, with people and contents read in one statement. */
const notifyAttendants = async (scope: Scope, messageIds: readonly number[]): Promise<void> => {
  await scope.find(notifications)?.notifyFrom<ToAttendant>({
    kind: 'tickets.mine',
    people: sql`
      select t.user_id as "userId", 'message:' || m.id as "noticeId", t.id as "ticketId", t.uuid, c.name as contact, m.body,
             coalesce(m.media_type, m.data->>'kind') as kind, m.participant
        from tickets.message m
        join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
        join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
       where m.id = any(${[...messageIds]}::bigint[]) and not m.is_deleted and t.status = 'open' and t.automatic_by is null`,
    notice: ({ uuid, contact, ticketId, ...message }) => ({
      list: listNotices,
      title: contact,
      body: scope.t('notice.message'),
      preview: previewOf(scope, message),
      path: pathOf({ uuid, status: 'open' }),
      tag: tagOf(ticketId),
    }),
  });
};

interface Received {
  ticketId: number;
  messageId: number;
  /** State when the message arrived; absent in events emitted by earlier versions. */
  status?: TicketStatus;
  isFirst?: boolean;
}

/** Notifies the attendant of a customer's message. Waiting conversations are notified when they begin to wait. */
export const receivedNotices = () => {
  const notifyTogether = batchByCompany(notifyAttendants);
  return async ({ ticketId, messageId, status, isFirst }: Received, scope: Scope): Promise<void> => {
    if (!scope.find(notifications) || (status === 'pending' && isFirst === false)) return;
    if (status !== 'open') {
      const about = await aboutTicket(scope, ticketId);
      if (about?.status === 'pending' && (await beginsToWait(scope, ticketId, messageId)))
        return notifyWaiting(scope, about, `waiting:message:${messageId}`, null);
      if (about?.status !== 'open') return;
    }
    await notifyTogether(scope, messageId);
  };
};

/** Notifies colleagues who were mentioned with an @ in an internal note. */
export const notifyMentioned = async (
  { ticketId, messageId, userId }: { ticketId: number; messageId: number; userId: number },
  scope: Scope,
): Promise<void> => {
  const service = scope.find(notifications);
  const message = service && (await written(scope, messageId));
  if (!service || !message?.body.includes('@')) return;
  const about = await aboutTicket(scope, ticketId);
  if (!about) return;
  await service.notify(
    (await mentioned(scope, message.body)).filter((id) => id !== userId),
    {
      id: `mention:${messageId}`,
      kind: 'tickets.mention',
      title: about.contact,
      body: scope.t('notice.mention', { user: message.author ?? '' }),
      preview: `${message.author ?? ''}: ${message.body}`,
      path: pathOf(about),
      tag: `mention:${ticketId}`,
    },
  );
};

interface Named {
  id: number;
  name: string;
  first: string;
}

/**
 * Returns the people mentioned by full name, or by first name where it is unique, whatever the spelling of accents and
 * case.
 */
const mentioned = async (scope: Scope, text: string): Promise<number[]> => {
  const rows = await scope.sql.rows<Named & { remaining: string; isAlone: boolean }>(
    sql`with person as (
          select u.id, kernel.normalise(u.name) as name, split_part(kernel.normalise(u.name), ' ', 1) as first from kernel."user" u),
        normalised as (select kernel.normalise(${text}) || ' ' as text)
        select p.id, p.name, p.first, s.text as remaining, (select count(*) from person o where o.first = p.first) = 1 as "isAlone"
          from person p, normalised s where p.first <> '' and position('@' || p.first in s.text) > 0`,
  );
  let remaining = rows[0]?.remaining ?? '';
  const removeMention = (name: string): boolean => {
    const [before = '', ...after] = remaining.split(`@${name}`);
    const isLonger = (rest: string): boolean => /^[\p{L}\p{N}]/u.test(rest);
    remaining = before + after.map((rest) => `${isLonger(rest) ? `@${name}` : ' '}${rest}`).join('');
    return !after.every(isLonger);
  };
  const found = new Set<number>();
  const names = [...new Set(rows.map(({ name }) => name))].toSorted((one, other) => other.length - one.length);
  // The longest names first, and removed from the text: @Ana Lima does not mention a person called Ana.
  for (const name of names) if (removeMention(name)) for (const row of rows) if (row.name === name) found.add(row.id);
  for (const { id, first, isAlone } of rows) if (isAlone && removeMention(first)) found.add(id);
  return [...found];
};

/** Ends the notices of a conversation that was read. */
export const withdrawRead = async (
  { ticketId }: { ticketId: number },
  scope: Scope,
  _delivery: Delivery,
): Promise<void> => {
  const service = scope.find(notifications);
  const about = service && (await aboutTicket(scope, ticketId));
  if (service && about?.status === 'open' && about.userId !== null)
    await service.withdraw([about.userId], tagOf(ticketId));
};
