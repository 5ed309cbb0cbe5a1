import { sql, type Scope } from '@balcao/sdk/server';
import { outsideCalendar } from '@balcao/agenda/contract';
import { source } from '../account/account.ts';
import type { CalendarApi, EventPage } from '../wire/calendar-api.ts';
import { GoogleError } from '../wire/google-error.ts';
import { knownEnd } from '../wire/event-fields.ts';
import type { Claim } from './claim.ts';
import { Incoming, pastMs } from './incoming.ts';
import { unseenLinks } from './links.ts';

/** Events that one transaction brings. */
const batch = 250;
/** A full sync moves the window of past events and of series on. */
const fullEveryMs = 7 * 86_400_000;
const always = { singleEvents: 'true', maxResults: '2500' } as const;

const bring = async (scope: Scope, claim: Claim, { items }: EventPage): Promise<void> => {
  for (let from = 0; from < items.length; from += batch)
    await claim.write(scope, (inner) => new Incoming(inner, claim.account).apply(items.slice(from, from + batch)));
};

/** Reads all pages; the last one has the token for the next time. */
const readPages = async (
  scope: Scope,
  claim: Claim,
  api: CalendarApi,
  query: Readonly<Record<string, string>>,
): Promise<string> => {
  const { account } = claim;
  let pageToken: string | undefined;
  for (;;) {
    const page = await api.list({ ...always, ...query, ...(pageToken !== undefined && { pageToken }) });
    if (page.timeZone !== '') account.timeZone = page.timeZone;
    await bring(scope, claim, page);
    if (page.nextPageToken === undefined) return page.nextSyncToken ?? '';
    pageToken = page.nextPageToken;
    await claim.renew(scope);
  }
};

const full = async (scope: Scope, claim: Claim, api: CalendarApi): Promise<void> => {
  const { account } = claim;
  account.run += 1;
  await claim.write(scope, (inner) =>
    inner.sql.run(sql`update google_calendar.account set run = ${account.run} where user_id = ${account.userId}`),
  );
  const from = new Date(Date.now() - pastMs);
  const token = await readPages(scope, claim, api, { timeMin: from.toISOString() });
  // An event that was not seen is not there any more, unless it ended before the window: the day is for zones of whole days.
  const unseen = (await unseenLinks(scope, account.userId, account.run)).filter(
    ({ base }) => !(knownEnd(base) < from.getTime() + 86_400_000),
  );
  for (let at = 0; at < unseen.length; at += batch)
    await claim.write(scope, (inner) => new Incoming(inner, account).removed(unseen.slice(at, at + batch)));
  account.syncToken = token;
  await claim.write(scope, async (inner) => {
    await inner.sql.run(
      sql`update google_calendar.account set sync_token = ${token}, full_sync_at = now(), time_zone = ${account.timeZone}
           where user_id = ${account.userId}`,
    );
    // The agenda does not know of accounts that were connected before it kept a list.
    await inner.use(outsideCalendar).setConnected(source, account.userId, true);
  });
  account.fullSyncAt = new Date();
};

/** Brings what changed at Google; everything, when there is no valid token. */
export const pull = async (scope: Scope, claim: Claim, api: CalendarApi): Promise<void> => {
  const { account } = claim;
  const isOld = !account.fullSyncAt || account.fullSyncAt.getTime() < Date.now() - fullEveryMs;
  if (account.syncToken === '' || isOld) return full(scope, claim, api);
  try {
    const token = await readPages(scope, claim, api, { syncToken: account.syncToken });
    account.syncToken = token;
    await claim.write(scope, (inner) =>
      inner.sql.run(sql`update google_calendar.account set sync_token = ${token} where user_id = ${account.userId}`),
    );
  } catch (error) {
    if (!(error instanceof GoogleError) || error.status !== 410) throw error;
    await full(scope, claim, api);
  }
};
