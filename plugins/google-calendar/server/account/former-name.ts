import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Scope } from '@balcao/sdk/server';
import { ownPrefix } from '../sync/own-id.ts';
import type { CalendarApi, GoogleEvent } from '../wire/calendar-api.ts';
import { GoogleError } from '../wire/google-error.ts';

/** Events of each kind that are looked for; a person may have deleted some of them at Google meanwhile. */
const samples = 5;
/** Pauses before the look is tried again. */
const pausesMs = [500, 2000];

interface Sample {
  id: string;
  entryId: number;
  etag: string;
  version: number;
}

const eventAt = (api: CalendarApi, id: string): Promise<GoogleEvent | undefined> =>
  api.get(id).catch((error: unknown) => {
    if (error instanceof GoogleError && [404, 410].includes(error.status)) return undefined;
    throw error;
  });

const samplesOf = async (scope: Scope, userId: number, name: string, isOwn: boolean): Promise<Sample[]> =>
  scope.sql.rows<Sample>(
    // The newest entries: an account that was connected before this one does not have them.
    sql`select google_id as id, entry_id as "entryId", etag, seen_version as version from google_calendar.link
         where user_id = ${userId} and email = ${name} and state = 'linked' and not is_read_only
           and starts_with(google_id, ${await ownPrefix(scope)}) = ${isOwn}
         order by entry_id desc limit ${samples}`,
  );

/** Returns whether an event is as it was written for a version of its entry; its etag may be a later one. */
const isAsWritten = ({ extendedProperties: { private: tags } }: GoogleEvent, { entryId, version }: Sample): boolean =>
  tags['balcao'] === String(entryId) && tags['version'] === String(version);

/** Only events that came from Google have an id of one account: an entry has the same id wherever it is written. */
const isSame = async (scope: Scope, userId: number, name: string, api: CalendarApi): Promise<boolean> => {
  const imported = await samplesOf(scope, userId, name, false);
  for (const { id } of imported) if (await eventAt(api, id)) return true;
  const own = await samplesOf(scope, userId, name, true);
  let [alike, unlike] = [0, 0];
  for (const sample of own) {
    const event = await eventAt(api, sample.id);
    if (event?.etag === sample.etag) return true;
    if (event && isAsWritten(event, sample)) alike += 1;
    else if (event?.status !== 'cancelled') unlike += 1;
  }
  if (imported.length + own.length > 0) return imported.length === 0 && alike > 0 && unlike === 0;
  const linked = await scope.sql.one(
    sql`select 1 from google_calendar.link where user_id = ${userId} and email = ${name} limit 1`,
  );
  return !linked && (await api.list({ maxResults: '1' })).summary === name;
};

const nameOf = async (scope: Scope, userId: number, api: CalendarApi): Promise<string | undefined> => {
  const names = await scope.sql.rows<{ name: string }>(
    sql`select email as name from google_calendar.account where user_id = ${userId} and email not like '%@%'
        union select email from google_calendar.link where user_id = ${userId} and email not like '%@%'`,
  );
  for (const { name } of names) if (await isSame(scope, userId, name, api)) return name;
  return undefined;
};

/**
 * Returns the name under which a person's account was stored, if it is the account that consents now: accounts used to be
 * stored under the name of their primary calendar, which may have been changed since. Its events tell it; the name alone
 * does where nothing is linked. Throws a GoogleError if Google does not answer: the wrong account would lose entries.
 */
export const formerName = async (scope: Scope, userId: number, api: CalendarApi): Promise<string | undefined> => {
  for (const ms of pausesMs)
    try {
      return await nameOf(scope, userId, api);
    } catch (error) {
      if (!(error instanceof GoogleError) || error.endsConsent) throw error;
      await pause(ms, undefined, { signal: scope.signal });
    }
  return nameOf(scope, userId, api);
};
