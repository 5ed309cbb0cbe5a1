import { sql, z, type Scope } from '@balcao/sdk/server';
import { recipientStates, type CampaignCounts, type HourCounts, type RecipientState } from '../../contract.ts';
import { etaOf, type Running } from './eta.ts';

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

interface Head extends Running {
  duplicates: number;
  optedOutAfter: number;
}

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
