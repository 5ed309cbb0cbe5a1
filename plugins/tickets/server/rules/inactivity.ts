import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import type { TicketAssignment } from '../live/publish-ticket.ts';
import { emitChange, log, type Changed } from '../ticket/record.ts';
import { sendAutomatic } from './send-automatic.ts';
import { publishMoved } from './route.ts';

const batch = 100;

/** The company wrote last, and not as a reminder. */
const unreminded: readonly number[] = [1];
const oursLast: readonly number[] = [1, 2];
const whoeverWasLast: readonly number[] = [0, 1, 2];
const kindsOf = (kinds: readonly number[]): Sql => sql`${[...kinds]}::smallint[]`;

/**
 * The beginning of the silence of a ticket `t`: after a message of ours, the time at which it was delivered, or at
 * least accepted.
 */
const silentSince = sql`greatest(t.quiet_at, case when t.quiet_kind = 1 then (
    select coalesce(m.delivered_at, m.accepted_at) from tickets.message m
     where m.company_id = t.company_id and m.id = t.last_message_id) end)`;

/** A ticket `t` that has been silent for so many minutes. What has not left yet waits for us, not for the customer. */
const isSilent = (kinds: Sql, minutes: Sql): Sql =>
  sql`t.status = 'open' and t.quiet_kind = any(${kinds}) and coalesce(t.last_message_ack, 1) > 0
    and t.quiet_at <= now() - make_interval(mins => ${minutes}) and ${silentSince} <= now() - make_interval(mins => ${minutes})`;

/**
 * Selects open conversations of a connection that have been silent for so many minutes, longest first. Waiting ones are
 * left out: there the customer waits for the company.
 */
export const quietConversations = (connectionId: number, kinds: readonly number[], minutes: number): Sql => sql`
  select t.id from tickets.ticket t
   where t.whatsapp_id = ${connectionId} and not t.is_group and ${isSilent(kindsOf(kinds), sql`${minutes}::int`)}
   order by t.quiet_at limit ${batch}`;

/**
 * Selects the companies of the connections `c` that have such a conversation. The limit keeps the planner from reading
 * the conversations of all companies first: each connection costs a look into the index of its own.
 */
const companiesWithSilence = (isWanted: Sql, kinds: Sql, minutes: Sql): Sql => sql`
  select c.company_id from connections.public_connection c
   cross join lateral (
     select from tickets.ticket t
      where t.company_id = c.company_id and t.whatsapp_id = c.id and not t.is_group and ${isSilent(kinds, minutes)}
      limit 1) t
   where ${isWanted}`;

/** Selects the companies in which a conversation is to be closed or reminded of. */
export const companiesWithQuiet = sql`
  ${companiesWithSilence(
    sql`c.expires_ticket > 0`,
    sql`case when c.when_expires_ticket = 1 then ${kindsOf(oursLast)} else ${kindsOf(whoeverWasLast)} end`,
    sql`c.expires_ticket * 60`,
  )}
  union all
  ${companiesWithSilence(
    sql`c.time_inactive_message > 0 and c.inactive_message <> ''`,
    kindsOf(unreminded),
    sql`c.time_inactive_message`,
  )}`;

type Silent = TicketAssignment & { lastMessageId: number | null };

/** Locks the conversation if it is still as silent as when it was found. */
const stillQuiet = (scope: Scope, id: number, kinds: readonly number[], minutes: number) =>
  scope.sql.one<Silent>(
    sql`select t.queue_id as "queueId", t.user_id as "userId", t.last_message_id as "lastMessageId" from tickets.ticket t
         where t.id = ${id} and ${isSilent(kindsOf(kinds), sql`${minutes}::int`)} for update skip locked`,
  );

const each = async (
  scope: Scope,
  connection: Connection,
  kinds: readonly number[],
  minutes: number,
  work: (inner: Scope, id: number, was: Silent) => Promise<void>,
  after?: (id: number, was: TicketAssignment) => Promise<void>,
): Promise<void> => {
  for (;;) {
    const found = await scope.sql.rows<{ id: number }>(quietConversations(connection.id, kinds, minutes));
    let done = 0;
    for (const { id } of found) {
      scope.signal.throwIfAborted();
      const was = await scope.tx(async (inner) => {
        const row = await stillQuiet(inner, id, kinds, minutes);
        if (row) await work(inner, id, row);
        return row;
      });
      if (!was) continue;
      done += 1;
      await after?.(id, was);
    }
    // Conversations that another node has locked are found again until it is done: they are left to it.
    if (found.length < batch || done === 0) return;
  }
};

/** Sends one reminder per silence. */
export const remindQuiet = async (scope: Scope): Promise<void> => {
  for (const connection of await scope.use(connections).list()) {
    const { timeInactiveMessage: minutes, inactiveMessage } = connection;
    if (minutes === 0 || inactiveMessage.trim() === '') continue;
    await each(scope, connection, unreminded, minutes, async (inner, id, { lastMessageId }) => {
      await inner.sql.run(sql`update tickets.ticket t set quiet_since = ${silentSince} where t.id = ${id}`);
      await sendAutomatic(inner, id, `inactive:${lastMessageId}`, inactiveMessage);
      // From here on the silence is counted from before the reminder.
      await inner.sql.run(sql`update tickets.ticket set reminded_at = updated_at where id = ${id}`);
    });
  }
};

const close = async (scope: Scope, id: number, { userId, queueId }: TicketAssignment): Promise<void> => {
  const removes = scope.settings.get('defaultRemoveUserQueue') === 'enabled';
  // It stays with its attendant, as if that person had closed it.
  const changed = await scope.sql.one<Changed>(
    sql`update tickets.ticket
           set status = 'closed', closed_at = now(), closed_by = ${userId}, unread = 0, automatic_by = null, routing = 'done',
               user_id = ${removes ? null : userId}, queue_id = ${removes ? null : queueId}, updated_at = clock_timestamp()
         where id = ${id} returning id, status, user_id as "userId", queue_id as "queueId"`,
  );
  await log(scope, id, 'closed', null, queueId, 'silence');
  if (changed) await emitChange(scope, 'resolve', changed);
};

/** Closes conversations that have been silent for too long. */
export const closeQuiet = async (scope: Scope): Promise<void> => {
  for (const connection of await scope.use(connections).list()) {
    const { expiresTicket, whenExpiresTicket, expiresInactiveMessage } = connection;
    if (expiresTicket === 0) continue;
    const kinds = whenExpiresTicket === 1 ? oursLast : whoeverWasLast;
    await each(
      scope,
      connection,
      kinds,
      expiresTicket * 60,
      async (inner, id, was) => {
        await sendAutomatic(inner, id, `expired:${was.lastMessageId}`, expiresInactiveMessage);
        await close(inner, id, was);
      },
      (id, was) => publishMoved(scope, id, was),
    );
  }
};
