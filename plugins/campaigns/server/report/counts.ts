import { sql, z, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import {
  recipientStates,
  type CampaignCounts,
  type CampaignPace,
  type HourCounts,
  type RecipientState,
} from '../../contract.ts';
import { scheduleOf, warmUpCap } from '../pace/duration.ts';
import { dayOf } from '../pace/window.ts';
import { pairingAge } from '../release/pairing.ts';
import { readSettings } from '../settings/settings.ts';

const count = z.number();
export const countsOutput = z.object({
  total: count,
  ...(Object.fromEntries(recipientStates.map((state) => [state, count])) as Record<RecipientState, z.ZodNumber>),
  optedOut: count,
  optedOutAfter: count,
  reasons: z.array(z.object({ state: z.enum(['skipped', 'failed']), reason: z.string(), count })),
  duplicates: count,
  etaSeconds: count.nullable(),
  variants: z.array(
    z.object({ index: count, total: count, sent: count, delivered: count, read: count, answered: count }),
  ),
});
export const hoursOutput = z.array(
  z.object({ hour: z.string(), sent: count, delivered: count, read: count, answered: count }),
);

interface Line {
  state: RecipientState;
  reason: string;
  variant: number;
  amount: number;
}

const reached: Record<'sent' | 'delivered' | 'read' | 'answered', readonly RecipientState[]> = {
  sent: ['sent', 'delivered', 'read', 'answered'],
  delivered: ['delivered', 'read', 'answered'],
  read: ['read', 'answered'],
  answered: ['answered'],
};

interface Head {
  status: string;
  connectionId: number | null;
  duplicates: number;
  optedOutAfter: number;
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
const etaOf = async (scope: Scope, { status, connectionId, pace }: Head, waiting: number): Promise<number | null> => {
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

/** Adds up the reasons over the messages, the most frequent first. */
const reasonsOf = (lines: readonly Line[]): CampaignCounts['reasons'] => {
  const found = new Map<string, CampaignCounts['reasons'][number]>();
  for (const { state, reason, amount } of lines) {
    if ((state !== 'skipped' && state !== 'failed') || reason === '') continue;
    const key = `${state} ${reason}`;
    found.set(key, { state, reason, count: (found.get(key)?.count ?? 0) + amount });
  }
  return [...found.values()].filter(({ count: of }) => of > 0).toSorted((one, other) => other.count - one.count);
};

/** The numbers of a campaign, from its tally: as fast for a million people as for ten. */
export const countsOf = async (scope: Scope, campaignId: number): Promise<CampaignCounts> => {
  const lines = await scope.sql.rows<Line>(
    sql`select state, reason, variant, sum(amount)::int as amount from campaigns.tally
         where campaign_id = ${campaignId} group by 1, 2, 3 having sum(amount) <> 0`,
  );
  const head = await scope.sql.one<Head>(
    sql`select status, connection_id as "connectionId", duplicates, opted_out_after as "optedOutAfter", pace
          from campaigns.campaign where id = ${campaignId}`,
  );
  const sum = (those: (line: Line) => boolean): number =>
    lines.filter(those).reduce((total, { amount }) => total + amount, 0);
  const states = Object.fromEntries(
    recipientStates.map((state) => [state, sum((line) => line.state === state)]),
  ) as Record<RecipientState, number>;
  const variants = [...new Set(lines.map(({ variant }) => variant))].toSorted((a, b) => a - b);
  const ofVariant = (index: number, what: keyof typeof reached): number =>
    sum(({ variant, state }) => variant === index && reached[what].includes(state));
  return {
    total: sum(() => true),
    ...states,
    optedOut: sum(({ state, reason }) => state === 'skipped' && reason === 'opted-out'),
    optedOutAfter: head?.optedOutAfter ?? 0,
    reasons: reasonsOf(lines),
    duplicates: head?.duplicates ?? 0,
    etaSeconds: head ? await etaOf(scope, head, states.waiting) : null,
    variants: variants.map((index) => ({
      index,
      total: sum(({ variant }) => variant === index),
      sent: ofVariant(index, 'sent'),
      delivered: ofVariant(index, 'delivered'),
      read: ofVariant(index, 'read'),
      answered: ofVariant(index, 'answered'),
    })),
  };
};

export const hoursOf = async (scope: Scope, campaignId: number): Promise<HourCounts[]> => {
  const rows = await scope.sql.rows<Omit<HourCounts, 'hour'> & { at: Date }>(
    sql`select hour as at, sum(sent)::int as sent, sum(delivered)::int as delivered, sum(read)::int as read,
               sum(answered)::int as answered
          from campaigns.hour where campaign_id = ${campaignId} group by hour order by hour limit 2000`,
  );
  return rows.map(({ at, ...counts }) => ({ hour: at.toISOString(), ...counts }));
};
