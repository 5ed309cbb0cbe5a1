import { sql, type Scope } from '@balcao/sdk/server';
import type { GoogleEvent } from '../wire/calendar-api.ts';
import { hash, whenOf } from '../wire/event-fields.ts';

/** The property of events that are scheduled messages: also those of another installation are no entries. */
export const messageProperty = 'balcaoMessage';
/** Returns the content of a message’s event, for comparing. */
export const markOf = (event: Pick<GoogleEvent, 'summary' | 'start' | 'end'>): string =>
  `${whenOf(event)}/${hash(event.summary)}`;

/**
 * Returns the events that are not scheduled messages of ours, which never become entries. One that a person changed at
 * Google is written again; one that was deleted there stays deleted.
 */
export const withoutMessages = async (
  scope: Scope,
  userId: number,
  events: readonly GoogleEvent[],
): Promise<readonly GoogleEvent[]> => {
  const rows = await scope.sql.rows<{ id: string; mark: string }>(
    sql`select google_id as id, mark from google_calendar.message_event
         where user_id = ${userId} and google_id = any(${events.map(({ id }) => id)}::text[])`,
  );
  const marks = new Map(rows.map(({ id, mark }) => [id, mark]));
  for (const event of events.filter(({ id }) => marks.has(id)))
    if (event.status === 'cancelled')
      await scope.sql.run(
        sql`update google_calendar.message_event set state = 'gone' where user_id = ${userId} and google_id = ${event.id}`,
      );
    else if (markOf(event) !== marks.get(event.id))
      await scope.sql.run(
        sql`update google_calendar.message_event set mark = '' where user_id = ${userId} and google_id = ${event.id}`,
      );
  return events.filter(
    ({ id, extendedProperties }) => !marks.has(id) && extendedProperties.private[messageProperty] === undefined,
  );
};
