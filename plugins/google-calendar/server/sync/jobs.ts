import { sql, z, type Host } from '@balcao/sdk/server';
import { entriesChanged, messagesChanged } from '@balcao/agenda/contract';
import { sweepCalendars, syncCalendar, tidyCalendars } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { source } from '../account/account.ts';
import { deleteOldLogins } from '../consent/logins.ts';
import { askForSync } from './claim.ts';
import { deleteOldLosses } from './losses.ts';
import { syncPerson } from './sync.ts';

/** SQL: calendars that are due, and that nobody syncs now. */
const isDue = sql`state <> 'needs-consent' and due_at <= now() and (retry_at is null or retry_at <= now())
  and (claimed_until is null or claimed_until < now())`;

/** SQL: the companies in which a calendar is due. */
export const companiesToSync = sql`select company_id from google_calendar.account where ${isDue}`;

/** The syncs of a company: at once when something changes here, when Google calls, and when one is due. */
export const syncJobs = (host: Host<typeof manifest>): void => {
  host.job(syncCalendar, {
    data: z.object({ userId: z.number() }),
    handle: ({ userId }, scope) => syncPerson(scope, userId),
  });
  host.job(sweepCalendars, {
    data: z.object({}),
    every: '1 minute',
    due: companiesToSync,
    handle: async (_data, scope) => {
      const due = await scope.sql.rows<{ userId: number }>(
        sql`select user_id as "userId" from google_calendar.account where ${isDue} order by due_at limit 500`,
      );
      for (const { userId } of due) await scope.jobs.schedule(syncCalendar, { userId }, { key: `person:${userId}` });
    },
  });
  host.job(tidyCalendars, {
    data: z.object({}),
    every: '1 hour',
    handle: async (_data, scope) => {
      await deleteOldLogins(scope);
      await deleteOldLosses(scope);
    },
  });
  host.on(entriesChanged, 'sync', async ({ userIds, by }, scope) => {
    if (by !== source) await askForSync(scope, userIds);
  });
  host.on(messagesChanged, 'messages', async ({ userIds }, scope) => {
    const rows = await scope.sql.rows<{ userId: number }>(
      sql`select user_id as "userId" from google_calendar.account where user_id = any(${userIds}::int[]) and shows_messages`,
    );
    await askForSync(
      scope,
      rows.map(({ userId }) => userId),
    );
  });
};
