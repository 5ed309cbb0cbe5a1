import { sql, type Scope } from '@balcao/sdk/server';
import { nextOccurrence, occurrences, readRule, ruleText } from '../../recurrence.ts';
import type { TemplateMessage } from '../../contract.ts';
import type { ScheduleFields } from '../message/message-form.ts';
import type { Schedule } from '../message/message-view.ts';
import { insertSchedule } from '../message/save-message.ts';

interface Content {
  body: string;
  connectionId: number | null;
  template: TemplateMessage | null;
  opensWithAuthor: boolean;
}
interface Series {
  id: number;
  rule: string;
  beganAt: Date;
  content: Content;
  isEnded: boolean;
}

const lockedSeries = (scope: Scope, id: number): Promise<Series | undefined> =>
  scope.sql.one<Series>(
    sql`select id, rule, began_at as "beganAt", content, is_ended as "isEnded" from agenda.series where id = ${id} for update`,
  );

/** Begins a series; returns its id and its first moment, which is not before `sendAt`; undefined: it has none. */
export const beginSeries = async (
  scope: Scope,
  rule: string,
  { sendAt, body, whatsappId, template, opensWithAuthor }: ScheduleFields,
): Promise<{ seriesId: number; first: Date } | undefined> => {
  const read = readRule(rule);
  const first = read && nextOccurrence(read, sendAt.getTime(), scope.company.timeZone, sendAt.getTime() - 60_000);
  if (first === undefined) return undefined;
  const content: Content = { body, connectionId: whatsappId, template, opensWithAuthor };
  const made = await scope.sql.one<{ id: number }>(
    sql`insert into agenda.series (rule, began_at, content) values (${rule}, ${new Date(first)}, ${JSON.stringify(content)}::jsonb) returning id`,
  );
  return made && { seriesId: made.id, first: new Date(first) };
};

/** Nothing more of a series is written down. What is written down stays. */
export const endSeries = (scope: Scope, id: number): Promise<number> =>
  scope.sql.run(sql`update agenda.series set is_ended = true where id = ${id}`);

/**
 * Writes the next message of a series down, when this one is done: in the same transaction, so that a series neither
 * stops nor doubles when a node dies. Of the times that passed while the system was down none is made up for.
 */
export const writeNext = async (scope: Scope, done: Schedule): Promise<void> => {
  if (done.seriesId === null || done.contactId === null) return;
  const series = await lockedSeries(scope, done.seriesId);
  if (!series || series.isEnded) return;
  const rule = readRule(series.rule);
  const last = Math.max((done.originalAt ?? done.sendAt).getTime(), Date.now());
  const next = rule && nextOccurrence(rule, series.beganAt.getTime(), scope.company.timeZone, last);
  if (next === undefined) {
    await endSeries(scope, series.id);
    return;
  }
  const { body, connectionId, template, opensWithAuthor } = series.content;
  const connection = await scope.sql.one(
    sql`select 1 from connections.public_connection k where k.id = ${connectionId}`,
  );
  await insertSchedule(
    scope,
    {
      body,
      contactId: done.contactId,
      sendAt: new Date(next),
      userId: done.userId,
      whatsappId: connection ? connectionId : null,
      template,
      opensWithAuthor,
    },
    { ticketId: done.ticketId, seriesId: series.id, originalAt: new Date(next), file: done },
  );
};

/** Returns the rule of the rest of a series, from one message on: the messages before it no longer count. */
export const restOf = async (scope: Scope, { seriesId, originalAt }: Schedule): Promise<string | undefined> => {
  const series = seriesId === null ? undefined : await lockedSeries(scope, seriesId);
  const rule = series && readRule(series.rule);
  if (!series || !rule || rule.count === null || originalAt === null) return series?.rule;
  let before = 0;
  for (const at of occurrences(rule, series.beganAt.getTime(), scope.company.timeZone)) {
    if (at >= originalAt.getTime()) break;
    before += 1;
  }
  return ruleText({ ...rule, count: Math.max(1, rule.count - before) });
};
