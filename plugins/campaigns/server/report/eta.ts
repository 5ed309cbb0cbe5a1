import { sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import type { CampaignPace } from '../../contract.ts';
import { scheduleOf, warmUpCap } from '../pace/duration.ts';
import { dayOf } from '../pace/window.ts';
import { pairingAge } from '../release/pairing.ts';
import { readSettings } from '../settings/settings.ts';

/** The values of a campaign by which its time left is reckoned. */
export interface Running {
  status: string;
  connectionId: number | null;
  pace: CampaignPace | null;
}

/** Messages of today that count for the daily limit of a connection. */
const sentToday = async (scope: Scope, connectionId: number): Promise<number> => {
  const day = dayOf(Date.now(), scope.company.timeZone);
  const row = await scope.sql.one<{ sent: number }>(
    sql`select sent_today as sent from campaigns.pace where connection_id = ${connectionId} and day = ${day}::date`,
  );
  return row?.sent ?? 0;
};

/** Seconds until the last message at the present pace; null for a campaign that is not running. */
export const etaOf = async (
  scope: Scope,
  { status, connectionId, pace }: Running,
  waiting: number,
): Promise<number | null> => {
  if (status !== 'EM_ANDAMENTO' || connectionId === null) return null;
  const settings = await readSettings(scope);
  const connection = await scope.use(connections).find(connectionId);
  const adapter = connection && scope.use(connections).adapter(connection);
  const now = Date.now();
  const isYoung = adapter?.capabilities.qr === true && settings.warmUp;
  const age = isYoung ? await pairingAge(scope, connectionId) : 0;
  const today = isYoung ? await sentToday(scope, connectionId) : 0;
  const { endsAt } = scheduleOf({
    count: waiting,
    interval: pace ?? settings,
    perSecond: connection && adapter?.limits?.(connection).perSecond,
    window: { from: settings.windowFrom, until: settings.windowUntil, days: settings.windowDays },
    timeZone: scope.company.timeZone,
    startsAt: now,
    capOn(ahead) {
      const cap = isYoung ? warmUpCap(age + ahead) : null;
      return cap === null ? null : Math.max(0, ahead === 0 ? cap - today : cap);
    },
  });
  return endsAt === undefined ? null : Math.max(0, Math.round((endsAt - now) / 1000));
};
