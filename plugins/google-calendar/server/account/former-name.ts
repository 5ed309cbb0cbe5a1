import { sql, type Scope } from '@balcao/sdk/server';
import { entriesOfIds } from '../sync/own-id.ts';
import type { CalendarApi } from '../wire/calendar-api.ts';
import { GoogleError } from '../wire/google-error.ts';

/** Events that are looked for; a person may have deleted some of them at Google meanwhile. */
const samples = 5;

const eventAt = (api: CalendarApi, id: string): Promise<{ etag: string } | undefined> =>
  api.get(id).catch((error: unknown) => {
    if (error instanceof GoogleError && [404, 410].includes(error.status)) return undefined;
    throw error;
  });

const isSame = async (scope: Scope, userId: number, name: string, api: CalendarApi): Promise<boolean> => {
  const links = await scope.sql.rows<{ id: string; etag: string }>(
    sql`select google_id as id, etag from google_calendar.link
         where user_id = ${userId} and email = ${name} and state = 'linked' and not is_read_only
         order by seen_version desc, google_id limit ${samples}`,
  );
  const ours = await entriesOfIds(
    scope,
    links.map(({ id }) => id),
  );
  for (const { id, etag } of links) {
    const event = await eventAt(api, id);
    // An entry has the same id in every account that it was ever written to; its etag is of one.
    if (event && (!ours.has(id) || event.etag === etag)) return true;
  }
  return links.length === ours.size && (await api.list({ maxResults: '1' })).summary === name;
};

/**
 * Returns the name under which a person's account was stored, if it is the account that consents now: accounts used to be
 * stored under the name of their primary calendar, which may have been changed since. Its events tell it; without any the
 * name does.
 */
export const formerName = async (scope: Scope, userId: number, api: CalendarApi): Promise<string | undefined> => {
  const names = await scope.sql.rows<{ name: string }>(
    sql`select email as name from google_calendar.account where user_id = ${userId} and email not like '%@%'
        union select email from google_calendar.link where user_id = ${userId} and email not like '%@%'`,
  );
  for (const { name } of names) if (await isSame(scope, userId, name, api)) return name;
  return undefined;
};
