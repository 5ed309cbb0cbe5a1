import { sql, z, type Scope } from '@balcao/sdk/server';
import { attendanceWhere, type Filter } from '../filter.ts';
import { isSummed, mean, minutes, sumAll, type Sums } from '../sums.ts';

/** More attendances than this would take seconds: their medians and their different contacts are left out. */
const maxExact = 300_000;

const figure = z.number().nullable();
const times = z.object({ mean: figure, median: figure, p90: figure, open: figure, count: z.number() });
export const summaryOutput = z.object({
  attendances: z.number(),
  closed: z.number(),
  unattended: z.number(),
  contacts: figure,
  conversations: figure,
  leads: z.number(),
  wait: times,
  reply: times,
  support: times,
  rates: z.object({
    count: z.number(),
    mean: figure,
    balance: figure,
    ones: z.number(),
    twos: z.number(),
    threes: z.number(),
  }),
});
export type Summary = z.output<typeof summaryOutput>;

export const ratesOf = ({ rate1, rate2, rate3 }: Pick<Sums, 'rate1' | 'rate2' | 'rate3'>): Summary['rates'] => {
  const count = rate1 + rate2 + rate3;
  const average = mean(rate1 + 2 * rate2 + 3 * rate3, count);
  return {
    count,
    mean: average === null ? null : Math.round(average * 100) / 100,
    balance: count === 0 ? null : Math.round(((rate3 - rate1) / count) * 100),
    ones: rate1,
    twos: rate2,
    threes: rate3,
  };
};

interface Spread {
  waits: [number | null, number | null] | null;
  replies: [number | null, number | null] | null;
  supports: [number | null, number | null] | null;
  contacts: number;
  conversations: number;
}
const halves = (column: string) => sql`percentile_cont(array[0.5, 0.9]) within group (order by a.${sql.id(column)})`;

const spreadOf = (scope: Scope, filter: Filter): Promise<Spread | undefined> =>
  scope.sql.one<Spread>(sql`
    select ${halves('wait_s')} as waits, ${halves('reply_s')} as replies, ${halves('support_s')} as supports,
           count(distinct a.contact_id)::int as contacts, count(distinct a.ticket_id)::int as conversations
      from reports.attendance a where ${attendanceWhere(filter)}`);

/** The seven figures above the report: of exactly the attendances that the filter selects. */
export const summaryOf = async (scope: Scope, filter: Filter): Promise<Summary> => {
  const all = await sumAll(scope, filter);
  const spread = all.attendances <= maxExact ? await spreadOf(scope, filter) : undefined;
  const time = (name: 'wait' | 'reply' | 'support', of: Spread['waits'] | undefined) => ({
    mean: minutes(mean(all[`${name}_s`], all[`${name}_n`])),
    median: minutes(of?.[0] ?? null),
    p90: minutes(of?.[1] ?? null),
    open: name === 'support' ? null : minutes(mean(all[`${name}_open_s`], all[`${name}_open_n`])),
    count: all[`${name}_n`],
  });
  return {
    attendances: all.attendances,
    closed: all.closed,
    unattended: all.unattended,
    contacts: spread?.contacts ?? null,
    conversations: spread?.conversations ?? null,
    leads: all.leads,
    wait: time('wait', spread?.waits),
    reply: time('reply', spread?.replies),
    support: time('support', spread?.supports),
    rates: ratesOf(all),
  };
};

/** The exact number of attendances: from the sums where they answer, else counted. */
export const totalOf = async (scope: Scope, filter: Filter): Promise<number> => {
  if (isSummed(filter)) return (await sumAll(scope, filter)).attendances;
  const row = await scope.sql.one<{ count: number }>(
    sql`select count(*)::int as count from reports.attendance a where ${attendanceWhere(filter)}`,
  );
  return row?.count ?? 0;
};
