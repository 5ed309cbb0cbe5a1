import { sql, type Scope } from '@balcao/sdk/server';
import { notifications } from '@balcao/notifications/contract';
import { apiOf } from '../account/access.ts';
import { GoogleError } from '../wire/google-error.ts';
import { keepChannel } from './channel.ts';
import { Claim, ClaimLost } from './claim.ts';
import { MessageEvents } from './message-events.ts';
import { Outgoing } from './outgoing.ts';
import { pull } from './pull.ts';

/** A look after which nothing waits ends it; a calendar that both sides keep changing waits for its next turn. */
const maxRounds = 200;
const minuteMs = 60_000;
const maxPauseMs = 60 * minuteMs;
/** Failures in a row after which the person sees it. */
const visibleFailures = 3;

const jittered = (ms: number): number => Math.round(ms * (0.8 + Math.random() * 0.4));
/** Returns the pause after so many failures in a row; never shorter than what Google asks for. */
const pauseAfter = (failures: number, waitMs = 0): number =>
  Math.max(waitMs, jittered(Math.min(maxPauseMs, minuteMs * 2 ** Math.min(failures - 1, 10))));

const work = async (scope: Scope, claim: Claim): Promise<void> => {
  const { account } = claim;
  const api = apiOf(scope, account);
  // First, so that nothing changes unnoticed between the reading and the first call.
  await keepChannel(scope, claim, api);
  await pull(scope, claim, api);
  const outgoing = new Outgoing(scope, claim, api);
  for (let round = 0; round < maxRounds && (await outgoing.run()) > 0; round += 1) await claim.renew(scope);
  await new MessageEvents(scope, claim, api).run();
  // With a channel asking is only for pushes that were lost.
  const pollMs = jittered(account.channelExpiresAt === null ? 15 * minuteMs : 10 * minuteMs);
  await claim.write(scope, (inner) =>
    inner.sql.run(
      sql`update google_calendar.account
             set state = 'ok', error = null, failures = 0, retry_at = null, synced_at = now(),
                 due_at = case when due_at <= now() then due_at else now() + make_interval(secs => ${pollMs / 1000}::float8) end
           where user_id = ${account.userId}`,
    ),
  );
};

/** Google ended the consent: nothing is asked there until the person consents again, and it is told once. */
const endConsent = async (scope: Scope, claim: Claim): Promise<void> => {
  const { userId, email } = claim.account;
  await claim.write(scope, (inner) =>
    inner.sql.run(
      sql`update google_calendar.account set state = 'needs-consent', error = null, access_token = '', refresh_token = ''
           where user_id = ${userId}`,
    ),
  );
  await scope.find(notifications)?.notify([userId], {
    id: `google-calendar:consent:${userId}:${Date.now()}`,
    kind: 'google-calendar.calendar',
    title: scope.t('notice.consentTitle'),
    body: scope.t('notice.consent', { email }),
    path: '/schedules',
    tag: 'google-calendar:consent',
  });
};

const errorCode = (error: unknown): string => {
  if (!(error instanceof GoogleError)) return 'refused';
  if (error.isQuota) return 'quota';
  if (error.reason === 'invalid_client' || error.reason === 'unauthorized_client') return 'client';
  return error.status === 0 || error.status >= 500 ? 'unreachable' : 'refused';
};

const rest = async (scope: Scope, claim: Claim, error: unknown): Promise<void> => {
  const { account } = claim;
  const failures = account.failures + 1;
  const pauseMs = pauseAfter(failures, error instanceof GoogleError ? error.waitMs : 0);
  const at = new Date(Date.now() + pauseMs);
  await claim.write(scope, (inner) =>
    inner.sql.run(
      sql`update google_calendar.account
             set failures = ${failures}, error = ${errorCode(error)}, retry_at = ${at}, due_at = least(due_at, ${at}),
                 state = case when ${failures >= visibleFailures} then 'failing' else state end
           where user_id = ${account.userId}`,
    ),
  );
};

const failed = async (scope: Scope, claim: Claim, error: unknown): Promise<void> => {
  if (scope.signal.aborted) throw error;
  if (error instanceof GoogleError && error.endsConsent) return endConsent(scope, claim);
  scope.log.warn({ err: error }, 'calendar at Google could not be synchronised');
  return rest(scope, claim, error);
};

/** Makes one person’s entries and calendar at Google equal. Nothing happens while another node does so, or it rests. */
export const syncPerson = async (scope: Scope, userId: number): Promise<void> => {
  const claim = await Claim.take(scope, userId);
  if (!claim) return;
  try {
    await work(scope, claim).catch((error: unknown) => {
      if (error instanceof ClaimLost) throw error;
      return failed(scope, claim, error);
    });
  } catch (error) {
    // Another sync, or nobody any more, has the account.
    if (!(error instanceof ClaimLost)) throw error;
  } finally {
    await claim.release(scope);
  }
};
