import { companyBatch, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { contactChanged } from '@balcao/contacts/contract';
import { messageStatus, tickets } from '@balcao/tickets/contract';
import { endReceipts, sendSchedule, sweepSchedules } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { announceMessage } from './changed.ts';
import { writeNext } from '../series/series.ts';
import { scheduleColumns, type Schedule } from './message-view.ts';
import { companiesToSend, sendAllDue, sendDue } from './send.ts';

/** Days after which no receipt is expected any more. */
const watchDays = 7;

interface Marked {
  id: number;
  userId: number | null;
}

/**
 * Stores that messages left, several in one statement: a campaign reports hundreds a second, none of them scheduled here.
 * A refused message may have been sent again from its conversation.
 */
const marksSent = () =>
  companyBatch<number, Marked | undefined>({
    async run(scope, messages) {
      const rows = await scope.sql.rows<Marked & { messageId: number }>(
        sql`update agenda.schedule set sent_at = coalesce(sent_at, now()), status = 'ENVIADA', error = null, updated_at = now()
             where message_id = any(${[...messages]}::bigint[]) and status in ('ENVIADA', 'ERRO') and sent_at is null
            returning id, user_id as "userId", message_id as "messageId"`,
      );
      const found = new Map(rows.map((row) => [Number(row.messageId), row]));
      return messages.map((message) => found.get(message));
    },
  });

const markRefused = async (scope: Scope, message: number): Promise<Marked | undefined> => {
  const why = await scope.use(tickets).message(message);
  const reason = why?.failureReason ?? why?.failure ?? 'refused';
  return scope.sql.one<Marked>(
    sql`update agenda.schedule set status = 'ERRO', error = ${reason}, updated_at = now()
         where message_id = ${message} and status = 'ENVIADA' and sent_at is null returning id, user_id as "userId"`,
  );
};

export const sendJobs = (host: Host<typeof manifest>): void => {
  host.job(sendSchedule, {
    data: z.object({ scheduleId: z.number() }),
    handle: ({ scheduleId }, scope) => sendDue(scope, scheduleId),
  });
  host.job(sweepSchedules, {
    data: z.object({}),
    every: '1 minute',
    due: companiesToSend,
    handle: (_data, scope) => sendAllDue(scope),
  });
  host.job(endReceipts, {
    data: z.object({}),
    every: '1 hour',
    async handle(_data, scope) {
      const row = await scope.sql.one<{ isWatching: boolean; isWanted: boolean }>(
        sql`select exists (select 1 from agenda.schedule where status = 'ENVIADA' and updated_at > now() - make_interval(days => ${watchDays + 1}::int)) as "isWatching",
                   exists (select 1 from agenda.schedule where status = 'ENVIADA' and updated_at > now() - make_interval(days => ${watchDays}::int)) as "isWanted"`,
      );
      if (row?.isWatching === true && !row.isWanted) await scope.use(tickets).watchStatus('agenda', false);
    },
  });
  // The truth comes from the channel: when it left, and that it was refused after all.
  const markSent = marksSent();
  host.on(messageStatus, 'status', async ({ messageId: message, status }, scope) => {
    const row = status === 'failed' ? await markRefused(scope, message) : await markSent(scope, message);
    if (row) await announceMessage(scope, row.userId, row.id);
  });
  host.on(contactChanged, 'removed', async ({ action }, scope) => {
    if (action !== 'delete') return;
    await scope.tx(async (inner) => {
      // The foreign key has emptied the contact.
      const rows = await inner.sql.rows<Schedule>(
        sql`update agenda.schedule s set status = 'CANCELADA', updated_at = now()
             where s.contact_id is null and s.status = 'PENDENTE' returning ${scheduleColumns}`,
      );
      for (const message of rows) {
        await announceMessage(inner, message.userId, message.id);
        // The others of its series may be for somebody else.
        await writeNext(inner, message);
      }
    });
  });
};
