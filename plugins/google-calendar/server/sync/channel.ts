import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql, type Scope } from '@balcao/sdk/server';
import type { CalendarApi } from '../wire/calendar-api.ts';
import { GoogleError } from '../wire/google-error.ts';
import { simulatedGoogle } from '../wire/google-url.ts';
import type { Claim } from './claim.ts';

const dayMs = 86_400_000;
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
export const pushRef = (userId: number): string => `push:${userId}`;

/** Stops the channel before the present one; one that is gone already is no trouble. */
const stopOld = async (scope: Scope, { account: { userId, oldChannel } }: Claim, api: CalendarApi): Promise<void> => {
  if (oldChannel === '') return;
  const [id = '', resource = ''] = oldChannel.split(' ');
  await api.stop(id, resource).catch((error: unknown) => {
    if (!(error instanceof GoogleError) || error.isQuota || error.endsConsent || error.status === 0) throw error;
  });
  await scope.sql.run(
    sql`update google_calendar.account set old_channel = '' where user_id = ${userId} and old_channel = ${oldChannel}`,
  );
};

/**
 * Opens the channel by which Google tells of changes, and a new one a day before it ends. Google calls https alone, and
 * refuses channels for some calendars: then changes are found by asking.
 */
export const keepChannel = async (scope: Scope, claim: Claim, api: CalendarApi): Promise<void> => {
  await stopOld(scope, claim, api);
  const { account } = claim;
  const { userId, site, channelExpiresAt, channelRetryAt } = account;
  const isFresh = channelExpiresAt !== null && channelExpiresAt.getTime() > Date.now() + dayMs;
  const isResting = channelRetryAt !== null && channelRetryAt.getTime() > Date.now();
  if (isFresh || isResting || !(site.startsWith('https://') || simulatedGoogle())) return;
  const id = randomUUID();
  const token = randomBytes(24).toString('base64url');
  const address = `${site}/api/google/push/${await scope.addresses.issue(pushRef(userId))}`;
  // A call that comes before the answer is dropped: the calendar is read afterwards.
  const old = account.channelId === '' ? '' : `${account.channelId} ${account.resourceId}`;
  try {
    const { resourceId, expiration = Date.now() + dayMs } = await api.watch({ id, address, token });
    await claim.write(scope, (inner) =>
      inner.sql.run(
        sql`update google_calendar.account
               set channel_id = ${id}, resource_id = ${resourceId}, channel_token = ${hashOf(token)}, channel_retry_at = null,
                   channel_expires_at = ${new Date(expiration)}, old_channel = ${old}
             where user_id = ${userId}`,
      ),
    );
    Object.assign(account, { channelId: id, resourceId, channelExpiresAt: new Date(expiration), oldChannel: old });
    await stopOld(scope, claim, api);
  } catch (error) {
    // A reason of the channel may come with 401, as if the token were wrong.
    const isRefused =
      error instanceof GoogleError && ([400, 403, 404].includes(error.status) || error.reason.startsWith('push.'));
    if (!isRefused || error.isQuota || error.endsConsent) throw error;
    scope.log.info({ reason: error.reason }, 'Google opens no channel');
    await scope.sql.run(
      sql`update google_calendar.account set channel_retry_at = now() + interval '1 day' where user_id = ${userId}`,
    );
  }
};
