import { addDays, localClock, localDate, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { filterQuery, keyFilter } from '../filter.ts';
import { periodBefore, periodOf, periodQuery, requestedPeriod } from '../period.ts';
import { sumBy } from '../sums.ts';
import { attendantOutput, countersOf, countersOutput, dashboardOf, queueOutput, type Keys } from './figures.ts';

const { queueIds, users, whatsappId } = filterQuery;
const keys = { queueIds, users, whatsappId };
const period = z.object({ from: z.string(), to: z.string() });
const usualWeeks = 4;

/** Attendances that began on a day, by hour of the clock. */
const byHour = async (scope: Scope, dates: readonly string[], by: Keys): Promise<number[]> => {
  const { timeZone } = scope.company;
  const hours = Array.from({ length: 24 }, () => 0);
  const days = await Promise.all(
    dates.map((date) => sumBy(scope, keyFilter(scope, 'opened', periodOf(date, date, timeZone), by), 'at')),
  );
  for (const { key, attendances } of days.flat()) {
    const hour = localClock(key, timeZone).getUTCHours();
    hours[hour] = (hours[hour] ?? 0) + attendances;
  }
  return hours;
};

/** The day of the company's first attendance; undefined: there was none. */
const firstDay = async (scope: Scope): Promise<string | undefined> => {
  const row = await scope.sql.one<{ at: Date | null }>(
    sql`select min(h.at) as at from reports.hour h where h.grain = 0 and h.basis = 'opened'`,
  );
  return row?.at ? localDate(row.at, scope.company.timeZone) : undefined;
};

export const dashboardRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/dashboard', {
    access: 'dashboard:view',
    summary: 'The numbers of a period and those of this moment. Without a period from the first of the month to today.',
    input: { query: z.object({ ...periodQuery, ...keys }) },
    output: z.object({
      counters: countersOutput,
      attendants: z.array(attendantOutput),
      queues: z.array(queueOutput),
      period,
      updatedAt: z.string(),
    }),
    handle: ({ query: { days, date_from, date_to, ...by } }, scope) =>
      dashboardOf(scope, requestedPeriod({ days, date_from, date_to }, scope.company.timeZone), by),
  });

  host.route('GET', '/dashboard/previous', {
    access: 'dashboard:view',
    summary: 'The numbers of the period of equal length just before.',
    input: { query: z.object({ ...periodQuery, ...keys }) },
    output: countersOutput.omit({ supportPending: true, supportHappening: true }).extend({ period }),
    handle: async ({ query: { days, date_from, date_to, ...by } }, scope) => {
      const { timeZone } = scope.company;
      const before = periodBefore(requestedPeriod({ days, date_from, date_to }, timeZone), timeZone);
      return { ...(await countersOf(scope, before, by)), period: { from: before.first, to: before.last } };
    },
  });

  host.route('GET', '/dashboard/hours', {
    access: 'dashboard:view',
    summary:
      'Attendances that began today by hour, and the mean of the same day of the last four weeks since the first attendance.',
    input: { query: z.object(keys) },
    output: z.object({
      date: z.string(),
      hour: z.number().describe('The present hour.'),
      today: z.array(z.number()).length(24),
      usual: z.array(z.number()).length(24),
    }),
    handle: async ({ query }, scope) => {
      const now = new Date();
      const date = localDate(now, scope.company.timeZone);
      const first = await firstDay(scope);
      // Weeks of before the first attendance would halve what is usual.
      const former = Array.from({ length: usualWeeks }, (_week, at) => addDays(date, -7 * (at + 1))).filter(
        (day) => first !== undefined && day >= first,
      );
      const [today, sum] = await Promise.all([byHour(scope, [date], query), byHour(scope, former, query)]);
      const usual = sum.map((count) => Math.round((count / Math.max(1, former.length)) * 10) / 10);
      return { date, hour: localClock(now, scope.company.timeZone).getUTCHours(), today, usual };
    },
  });
};
