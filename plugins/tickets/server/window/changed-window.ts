import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { ChannelInbox } from '@balcao/connections/contract';
import { ticketRoom } from '../../contract.ts';
import { isPersonOnlyWindow } from './reply-window.ts';

/** Publishes that the reply window changed, so that open screens reload it. */
const publish = async (scope: Scope, connectionId: number, contactId: number): Promise<void> => {
  const running = await scope.sql.rows<{ uuid: string }>(
    sql`select uuid from tickets.ticket
         where contact_id = ${contactId} and whatsapp_id = ${connectionId} and status in ('open', 'pending')`,
  );
  for (const { uuid } of running) scope.rooms.emit(ticketRoom, { uuid }, 'window', {});
};

/** Stores that something other than a message opened the window, or extended it. */
export const windowUntil =
  (scope: Scope): ChannelInbox['windowUntil'] =>
  async (connectionId, { channel, scope: within, kind, value }, until) => {
    if (Number.isNaN(until.getTime())) return;
    const row = await scope.sql.one<{ contactId: number }>(sql`
      insert into tickets.reply_window as w (contact_id, connection_id, open_until)
      select i.contact_id, c.id, ${until}::timestamptz
        from contacts.public_identity i, connections.public_connection c
       where c.id = ${connectionId} and i.channel = ${channel} and i.scope = ${within} and i.kind = ${kind} and i.value = ${value}
          on conflict (company_id, contact_id, connection_id) do update set open_until = excluded.open_until
         where w.open_until is null or w.open_until < excluded.open_until
      returning contact_id as "contactId"`);
    if (row) await publish(scope, connectionId, row.contactId);
  };

/**
 * Stores that the provider reported the window closed, whatever was computed: for people too, if one of them sent in
 * their longer window.
 */
export const windowRefused = async (
  scope: Scope,
  { contactId, connectionId }: { contactId: number; connectionId: number },
  askedAt: Date,
  inPeoplesTime: boolean,
): Promise<void> => {
  const refused: Sql = inPeoplesTime ? sql`${askedAt}::timestamptz` : sql`null::timestamptz`;
  await scope.sql.run(sql`
    insert into tickets.reply_window as w (contact_id, connection_id, refused_at, person_refused_at)
    values (${contactId}, ${connectionId}, ${askedAt}::timestamptz, ${refused})
        on conflict (company_id, contact_id, connection_id) do update
       set open_until = null, refused_at = greatest(w.refused_at, excluded.refused_at),
           person_refused_at = greatest(w.person_refused_at, excluded.person_refused_at)`);
  await publish(scope, connectionId, contactId);
};

/**
 * Handles a provider that accepted the message and refused it afterwards: the window was closed when it was handed
 * over.
 */
export const windowRefusedLater = async (scope: Scope, connectionId: number, messageId: number): Promise<void> => {
  const refused = await scope.sql.one<{ contactId: number; channel: string; askedAt: Date }>(sql`
    select t.contact_id as "contactId", c.channel, coalesce(m.handed_at, m.queued_at, m.sent_at) as "askedAt"
      from tickets.message m
      join tickets.ticket t on t.id = m.ticket_id
      join connections.public_connection c on c.id = m.whatsapp_id
     where m.id = ${messageId} and m.whatsapp_id = ${connectionId}`);
  if (!refused) return;
  const { contactId, channel, askedAt } = refused;
  const inPeoplesTime = await isPersonOnlyWindow(scope, { contactId, channel, whatsappId: connectionId });
  await windowRefused(scope, { contactId, connectionId }, askedAt, inPeoplesTime);
};

/** Merges the windows of two contacts: the later end applies. */
export const moveWindows = async (scope: Scope, from: number, to: number): Promise<void> => {
  await scope.sql.run(sql`
    with gone as (delete from tickets.reply_window where contact_id = ${from} returning *)
    insert into tickets.reply_window as w (contact_id, connection_id, open_until, refused_at, person_refused_at)
    select ${to}::int, connection_id, open_until, refused_at, person_refused_at from gone
        on conflict (company_id, contact_id, connection_id) do update set open_until = greatest(w.open_until, excluded.open_until)`);
};
