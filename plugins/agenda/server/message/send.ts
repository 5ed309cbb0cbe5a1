import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import { tickets, type OutgoingMessage } from '@balcao/tickets/contract';
import { writeNext } from '../series/series.ts';
import { announceMessage } from './changed.ts';
import { fillName, withName } from './message-form.ts';
import { scheduleColumns, type Schedule } from './message-view.ts';

/** From this delay on a message counts as late, and says so. */
const lateFromMinutes = 5;

/** Takes a message that is due, if nobody moved or deleted it meanwhile; one that a dead node left behind too. */
const claim = async (scope: Scope, id: number): Promise<boolean> => {
  const taken = await scope.sql.run(
    sql`update agenda.schedule set status = 'ENVIANDO', claimed_at = now()
         where id = ${id} and send_at <= now() and (status = 'PENDENTE' or (status = 'ENVIANDO' and message_id is null))`,
  );
  return taken > 0;
};

const connectionFor = async (scope: Scope, { connectionId, contactId }: Schedule): Promise<number> => {
  if (connectionId !== null) return connectionId;
  const last = await scope.sql.one<{ id: number }>(
    sql`select t.connection_id as id from tickets.public_ticket t
          join connections.public_connection k on k.company_id = t.company_id and k.id = t.connection_id
         where t.contact_id = ${contactId} order by t.updated_at desc, t.id desc limit 1`,
  );
  const found = last?.id ?? (await scope.use(connections).preferred())?.id;
  if (found === undefined) throw new AppError(404, 'ERR_NO_DEF_WAPP_FOUND');
  return found;
};

const fileOf = ({ mediaPath, mediaName, mediaMime, mediaSize }: Schedule): Partial<OutgoingMessage> =>
  mediaPath === null
    ? {}
    : {
        file: {
          path: mediaPath,
          name: mediaName ?? '',
          mime: mediaMime ?? 'application/octet-stream',
          size: mediaSize ?? 0,
        },
        fileIsShared: true,
      };

/** Puts the conversation into the hands of who scheduled it, unless somebody else attends it. */
const handOver = async (scope: Scope, ticketId: number, userId: number): Promise<void> => {
  const ticket = await scope.sql.one<{ status: string; userId: number | null }>(
    sql`select t.status, t.user_id as "userId" from tickets.public_ticket t where t.id = ${ticketId}`,
  );
  if (ticket && ticket.userId === null && ticket.status !== 'closed')
    await scope.use(tickets).route(ticketId, { userId });
};

/**
 * Stores one message in its conversation. The message, its state and the next one of its series are one transaction: a
 * node that dies leaves either nothing or all of it. The client id makes a repeat return the first message.
 */
const store = (scope: Scope, id: number, asTemplate: boolean): Promise<void> =>
  scope.tx(async (inner) => {
    const due = await inner.sql.one<Schedule & { lateMinutes: number }>(
      sql`select ${scheduleColumns}, floor(extract(epoch from now() - s.send_at) / 60)::int as "lateMinutes"
            from agenda.schedule s where s.id = ${id} and s.status = 'ENVIANDO' and s.message_id is null for update skip locked`,
    );
    if (!due) return;
    const person = due.contactId === null ? undefined : await inner.use(contacts).find(due.contactId);
    if (!person || due.contactId === null) {
      await inner.sql.run(sql`update agenda.schedule set status = 'CANCELADA', updated_at = now() where id = ${id}`);
      await announceMessage(inner, due.userId, id);
      await writeNext(inner, due);
      return;
    }
    if (due.lateMinutes > Number(inner.settings.get('agendaLateHours')) * 60 && due.lateMinutes >= lateFromMinutes)
      throw new AppError(409, 'overdue');
    const service = inner.use(tickets);
    const connectionId = await connectionFor(inner, due);
    const ticket = await service.begin({ contactId: due.contactId, connectionId, listed: due.opensWithAuthor });
    if (due.opensWithAuthor && due.userId !== null) await handOver(inner, ticket.id, due.userId);
    const content =
      asTemplate && due.template
        ? { body: '', template: withName(due.template, person.name) }
        : { body: fillName(due.body, person.name) };
    const message = await service.send(ticket.id, {
      ...content,
      ...fileOf(due),
      by: due.userId,
      clientId: `schedule:${id}:${due.attempt}:${Math.floor(due.sendAt.getTime() / 1000)}`,
    });
    const late = due.lateMinutes >= lateFromMinutes ? due.lateMinutes : null;
    await inner.sql.run(
      sql`update agenda.schedule
             set status = 'ENVIADA', message_id = ${message.id}, ticket_id = ${ticket.id}, late_minutes = ${late}, updated_at = now()
           where id = ${id}`,
    );
    await service.log(ticket.id, { type: 'agenda.sent', data: { scheduleId: id, lateMinutes: late }, by: due.userId });
    await service.watchStatus('agenda', true);
    await writeNext(inner, due);
    await announceMessage(inner, due.userId, id);
  });

/** Writes down why a message cannot be sent, after the transaction that tried was undone. */
const fail = (scope: Scope, id: number, code: string): Promise<void> =>
  scope.tx(async (inner) => {
    const failed = await inner.sql.one<Schedule>(
      sql`update agenda.schedule s set status = 'ERRO', error = ${code}, updated_at = now()
           where s.id = ${id} and s.status = 'ENVIANDO' and s.message_id is null returning ${scheduleColumns}`,
    );
    if (!failed) return;
    await writeNext(inner, failed);
    await announceMessage(inner, failed.userId, id);
  });

/** Sends a message if it is due. Safe on many nodes at once, and after any of them died. */
export const sendDue = async (scope: Scope, id: number): Promise<void> => {
  if (!(await claim(scope, id))) return;
  try {
    await store(scope, id, false);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error.code !== 'ERR_WINDOW_CLOSED') return fail(scope, id, error.code);
    await storeAsTemplate(scope, id);
  }
};

/** The reply window is closed: the template goes out instead, if there is one. */
const storeAsTemplate = async (scope: Scope, id: number): Promise<void> => {
  const row = await scope.sql.one<{ hasTemplate: boolean }>(
    sql`select template is not null as "hasTemplate" from agenda.schedule where id = ${id}`,
  );
  if (row?.hasTemplate !== true) return fail(scope, id, 'ERR_WINDOW_CLOSED');
  try {
    await store(scope, id, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await fail(scope, id, error.code);
  }
};

/** SQL: messages whose time has come, also those that a dead node left behind. */
const isDue = sql`status in ('PENDENTE', 'ENVIANDO') and send_at <= now()`;

/** SQL: the companies in which a message is due. */
export const companiesToSend = sql`select company_id from agenda.schedule where ${isDue}`;

/** Sends everything that is due, in the order of its time. */
export const sendAllDue = async (scope: Scope): Promise<void> => {
  const due = await scope.sql.rows<{ id: number }>(
    sql`select id from agenda.schedule where ${isDue} order by send_at, id limit 2000`,
  );
  for (const { id } of due) {
    scope.signal.throwIfAborted();
    try {
      await sendDue(scope, id);
    } catch (error) {
      // One message that fails must not stop the others; it stays due and is tried again in a minute.
      scope.log.warn({ err: error, schedule: id }, 'a scheduled message could not be stored');
    }
  }
};
