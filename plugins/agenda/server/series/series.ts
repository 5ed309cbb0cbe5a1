import { sql, type Scope } from '@balcao/sdk/server';
import { nextOccurrence, readRule, restOfRule } from '../../recurrence.ts';
import type { TemplateMessage } from '../../contract.ts';
import { announceMessage } from '../message/changed.ts';
import type { ScheduleFields } from '../message/message-form.ts';
import type { MessageFile, Schedule } from '../message/message-view.ts';
import { insertSchedule } from '../message/save-message.ts';

interface Content {
  body: string;
  connectionId: number | null;
  template: TemplateMessage | null;
  opensWithAuthor: boolean;
}
interface Series extends MessageFile {
  id: number;
  rule: string;
  beganAt: Date;
  content: Content;
  /** Null: the contact was removed. */
  contactId: number | null;
  userId: number | null;
  /** The conversation that it was scheduled from. */
  ticketId: number | null;
  writtenUntil: Date;
  isEnded: boolean;
}

const lockedSeries = (scope: Scope, id: number): Promise<Series | undefined> =>
  scope.sql.one<Series>(
    sql`select id, rule, began_at as "beganAt", content, contact_id as "contactId", user_id as "userId", ticket_id as "ticketId",
               media_path as "mediaPath", media_name as "mediaName", media_mime as "mediaMime", media_size as "mediaSize",
               coalesce(written_until, began_at) as "writtenUntil", is_ended as "isEnded"
          from agenda.series where id = ${id} for update`,
  );

/** Begins a series; returns its id and its first moment, which is not before `sendAt`; undefined: it has none. */
export const beginSeries = async (
  scope: Scope,
  rule: string,
  { sendAt, body, whatsappId, template, opensWithAuthor, contactId, userId }: ScheduleFields,
  { ticketId, file }: { ticketId: number | null; file?: MessageFile },
): Promise<{ seriesId: number; first: Date } | undefined> => {
  const read = readRule(rule);
  const first = read && nextOccurrence(read, sendAt.getTime(), scope.company.timeZone, sendAt.getTime() - 60_000);
  if (first === undefined) return undefined;
  const content: Content = { body, connectionId: whatsappId, template, opensWithAuthor };
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into agenda.series (rule, began_at, written_until, content, contact_id, user_id, ticket_id, media_path, media_name, media_mime, media_size)
        values (${rule}, ${new Date(first)}, ${new Date(first)}, ${JSON.stringify(content)}::jsonb, ${contactId}, ${userId}, ${ticketId},
                ${file?.mediaPath ?? null}, ${file?.mediaName ?? null}, ${file?.mediaMime ?? null}, ${file?.mediaSize ?? null})
        returning id`,
  );
  return made && { seriesId: made.id, first: new Date(first) };
};

/** Nothing more of a series is written down. What is written down stays. */
const endSeries = (scope: Scope, id: number): Promise<number> =>
  scope.sql.run(sql`update agenda.series set is_ended = true where id = ${id}`);

/**
 * Ends a series after one of its messages: what waits for later is deleted. A message that is being sent at this moment
 * is sent. Returns the files that may be unused now.
 */
export const endAfter = async (scope: Scope, { seriesId, originalAt }: Schedule): Promise<string[]> => {
  const series = seriesId === null ? undefined : await lockedSeries(scope, seriesId);
  if (!series) return [];
  await endSeries(scope, series.id);
  // A node that sends one holds it and waits for the series: waiting for the message here would be a deadlock.
  const deleted = await scope.sql.rows<{ id: number; userId: number | null; path: string | null }>(
    sql`delete from agenda.schedule where id in (
          select s.id from agenda.schedule s
           where s.series_id = ${series.id} and s.original_at > ${originalAt}::timestamptz and s.status = 'PENDENTE' for update skip locked)
        returning id, user_id as "userId", media_path as path`,
  );
  for (const { id, userId } of deleted) await announceMessage(scope, userId, id, 'delete');
  return [series.mediaPath, ...deleted.map(({ path }) => path)].filter((path) => path !== null);
};

/**
 * Writes the next message of a series down, when this one is done, or moved to `until`, if the next one is not later: in
 * the same transaction, so that a series neither stops nor doubles when a node dies. Of the times that passed while the
 * system was down none is made up for.
 */
export const writeNext = async (
  scope: Scope,
  done: Pick<Schedule, 'seriesId' | 'originalAt'>,
  until?: Date,
): Promise<void> => {
  if (done.seriesId === null || done.originalAt === null) return;
  const series = await lockedSeries(scope, done.seriesId);
  // The next one was written down already, and may have been deleted since.
  if (!series || series.isEnded || done.originalAt < series.writtenUntil) return;
  const rule = readRule(series.rule);
  const last = Math.max(series.writtenUntil.getTime(), Date.now());
  const next = rule && nextOccurrence(rule, series.beganAt.getTime(), scope.company.timeZone, last);
  if (next === undefined || series.contactId === null) {
    await endSeries(scope, series.id);
    return;
  }
  if (until && next > until.getTime()) return;
  const { body, connectionId, template, opensWithAuthor } = series.content;
  const connection = await scope.sql.one(
    sql`select 1 from connections.public_connection k where k.id = ${connectionId}`,
  );
  await scope.sql.run(sql`update agenda.series set written_until = ${new Date(next)} where id = ${series.id}`);
  await insertSchedule(
    scope,
    {
      body,
      contactId: series.contactId,
      sendAt: new Date(next),
      userId: series.userId,
      whatsappId: connection ? connectionId : null,
      template,
      opensWithAuthor,
    },
    {
      ticketId: series.ticketId,
      seriesId: series.id,
      originalAt: new Date(next),
      file: series,
    },
  );
};

/** Returns the rule of the rest of a series, from one message on: the messages before it no longer count. */
export const restOf = async (scope: Scope, { seriesId, originalAt }: Schedule): Promise<string | undefined> => {
  const series = seriesId === null ? undefined : await lockedSeries(scope, seriesId);
  return series && restOfRule(series.rule, series.beganAt, originalAt, scope.company.timeZone);
};

/**
 * Returns whether nothing of a message's series is written down but this message, its first, and it still goes to the
 * contact, and in the name of the person, of the series.
 */
export const isWholeSeries = async (
  scope: Scope,
  { seriesId, originalAt, contactId, userId }: Schedule,
): Promise<boolean> => {
  const series = seriesId === null ? undefined : await lockedSeries(scope, seriesId);
  if (!series || series.contactId !== contactId || series.userId !== userId) return false;
  const first = series.beganAt.getTime();
  return first === series.writtenUntil.getTime() && first === originalAt?.getTime();
};

/** Changes the file of the messages that are still to be written down; returns the former one. */
export const setFile = async (scope: Scope, seriesId: number, file: MessageFile): Promise<string | null> => {
  const series = await lockedSeries(scope, seriesId);
  await scope.sql.run(
    sql`update agenda.series set media_path = ${file.mediaPath}, media_name = ${file.mediaName}, media_mime = ${file.mediaMime},
               media_size = ${file.mediaSize} where id = ${seriesId}`,
  );
  return series?.mediaPath ?? null;
};
