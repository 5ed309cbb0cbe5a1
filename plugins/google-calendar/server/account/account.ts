import { sql, type Scope } from '@balcao/sdk/server';
import { outsideCalendar } from '@balcao/agenda/contract';
import type { AccountState } from '../../contract.ts';
import manifest from '../../manifest.ts';

/** The source of entries that come from Google. */
export const source = manifest.id;

/** A person’s calendar at Google. Tokens are sealed. */
export interface Account {
  userId: number;
  email: string;
  isOwn: boolean;
  /** Origin under which the person’s browser reached us: Google calls it too. */
  site: string;
  refreshToken: string;
  accessToken: string;
  accessExpiresAt: Date;
  state: AccountState;
  error: string | null;
  failures: number;
  /** A sync runs, or is about to. */
  isSyncing: boolean;
  syncToken: string;
  timeZone: string;
  run: number;
  fullSyncAt: Date | null;
  syncedAt: Date | null;
  channelId: string;
  resourceId: string;
  channelToken: string;
  channelExpiresAt: Date | null;
  channelRetryAt: Date | null;
  /** The person wants scheduled messages at Google. */
  showsMessages: boolean;
  /** `<id> <resource>` of a channel that is still to be stopped; '': none. */
  oldChannel: string;
}

const columns = sql`user_id as "userId", email, own_client as "isOwn", site, refresh_token as "refreshToken",
    access_token as "accessToken", access_expires_at as "accessExpiresAt", state, error, failures,
    coalesce(claimed_until > now(), false)
      or (state <> 'needs-consent' and due_at <= now() and (retry_at is null or retry_at <= now())) as "isSyncing", sync_token as "syncToken", time_zone as "timeZone", run,
    full_sync_at as "fullSyncAt", synced_at as "syncedAt", channel_id as "channelId", resource_id as "resourceId",
    channel_token as "channelToken", channel_expires_at as "channelExpiresAt", channel_retry_at as "channelRetryAt",
    old_channel as "oldChannel", shows_messages as "showsMessages"`;

export const findAccount = (scope: Scope, userId: number): Promise<Account | undefined> =>
  scope.sql.one<Account>(sql`select ${columns} from google_calendar.account where user_id = ${userId}`);

const sealName = (userId: number, what: 'refresh' | 'access'): string => `account:${userId}:${what}`;
export const sealToken = ({ secrets }: Scope, userId: number, what: 'refresh' | 'access', token: string): string =>
  secrets.box.seal(token, sealName(userId, what));
/** Returns a token; '' for one that cannot be opened, as after a restore with another key: the person consents again. */
export const openToken = ({ secrets }: Scope, userId: number, what: 'refresh' | 'access', sealed: string): string =>
  sealed === '' ? '' : (secrets.box.open(sealed, sealName(userId, what)) ?? '');

export interface Consented {
  email: string;
  /** The name under which the same account was stored. */
  formerName?: string | undefined;
  isOwn: boolean;
  site: string;
  refreshToken: string;
  accessToken: string;
  expiresInSeconds: number;
}

/**
 * Stores a consent. The same account goes on where it was. Into another one the entries kept here are written, but for
 * invitations of the former one, which are the person's from then on. Call it inside `tx`.
 */
export const saveConsent = async (scope: Scope, userId: number, consent: Consented): Promise<void> => {
  const { email, formerName = email, isOwn, site, expiresInSeconds } = consent;
  // In the order of a sync, which may be running: account before links.
  await scope.sql.run(
    sql`update google_calendar.account set email = case when email = ${formerName} then ${email} else email end
         where user_id = ${userId}`,
  );
  for (const table of [sql`link`, sql`message_event`])
    await scope.sql.run(
      sql`update google_calendar.${table} set email = ${email} where user_id = ${userId} and email = ${formerName} and email <> ${email}`,
    );
  const left = await scope.sql.run(
    sql`update google_calendar.link set state = 'kept', etag = ''
         where user_id = ${userId} and email <> ${email} and is_read_only and state not in ('kept', 'hidden')`,
  );
  if (left > 0) await scope.use(outsideCalendar).release(source, userId);
  await scope.sql.run(
    sql`delete from google_calendar.link where user_id = ${userId} and email <> ${email} and not is_read_only`,
  );
  await scope.sql.run(sql`delete from google_calendar.message_event where user_id = ${userId} and email <> ${email}`);
  await scope.sql.run(
    // A full sync finds the links that it did not see by their lower number.
    sql`insert into google_calendar.account (user_id, email, own_client, site, refresh_token, access_token, access_expires_at, run)
        values (${userId}, ${email}, ${isOwn}, ${site}, ${sealToken(scope, userId, 'refresh', consent.refreshToken)},
                ${sealToken(scope, userId, 'access', consent.accessToken)}, now() + make_interval(secs => ${expiresInSeconds}::int),
                coalesce((select max(l.run) from google_calendar.link l where l.user_id = ${userId} and l.email = ${email}), 0))
        on conflict (company_id, user_id) do update
           set email = excluded.email, own_client = excluded.own_client, site = excluded.site, refresh_token = excluded.refresh_token,
               access_token = excluded.access_token, access_expires_at = excluded.access_expires_at, state = 'ok', error = null,
               failures = 0, due_at = now(), retry_at = null, claim = null, claimed_until = null,
               sync_token = case when account.email = excluded.email then account.sync_token else '' end,
               shows_messages = account.shows_messages and account.email = excluded.email,
               full_sync_at = case when account.email = excluded.email then account.full_sync_at end,
               channel_id = '', resource_id = '', channel_token = '', channel_expires_at = null, channel_retry_at = null,
               old_channel = ''`,
  );
  await scope.use(outsideCalendar).setConnected(source, userId, true);
};

export const storeAccess = (scope: Scope, userId: number, token: string, expiresInSeconds: number): Promise<number> =>
  scope.sql.run(
    sql`update google_calendar.account
           set access_token = ${sealToken(scope, userId, 'access', token)},
               access_expires_at = now() + make_interval(secs => ${expiresInSeconds}::int)
         where user_id = ${userId}`,
  );
