import { addDays, localDate, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { filterQuery, keyFilter } from '../filter.ts';
import { periodBefore, periodQuery, requestedPeriod } from '../period.ts';
import { noSums, sumAll, sumBy, type Sums } from '../sums.ts';
import { metricNames } from '../../migrations/metrics.ts';
import { readPage } from './rows.ts';
import { ratesOf, summaryOutput } from './summary.ts';

const { queueIds, users, whatsappId } = filterQuery;
const { rates } = summaryOutput.shape;
const maxLow = 20;
const low = z.object({
  id: z.number(),
  uuid: z.string(),
  contactName: z.string(),
  userName: z.string().nullable(),
  waitTime: z.number().nullable(),
  transfers: z.number(),
  no: z.number(),
  closedAt: z.string().nullable(),
});

/** The Monday of a date's week. */
const monday = (date: string): string => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

const byWeek = (scope: Scope, rows: readonly (Sums & { key: Date })[]): { from: string; sums: Sums }[] => {
  const weeks = new Map<string, Sums>();
  for (const row of rows) {
    const from = monday(localDate(row.key, scope.company.timeZone));
    const week = weeks.get(from) ?? noSums();
    for (const name of metricNames) week[name] += row[name];
    weeks.set(from, week);
  }
  return [...weeks].map(([from, sums]) => ({ from, sums })).toSorted((a, b) => a.from.localeCompare(b.from));
};

export const satisfactionRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/ticketreport/satisfaction', {
    access: 'signed-in',
    summary: 'Ratings of the attendances that ended in a period: all, by week and by attendant, and the low ones.',
    input: { query: z.object({ ...periodQuery, queueIds, users, whatsappId }) },
    output: z.object({
      rates,
      closed: z.number(),
      previous: rates,
      weeks: z.array(z.object({ from: z.string(), rates })),
      attendants: z.array(
        z.object({ id: z.number(), name: z.string(), queues: z.array(z.string()), closed: z.number(), rates }),
      ),
      low: z.array(low),
      period: z.object({ from: z.string(), to: z.string() }),
    }),
    handle: async ({ query: { days, date_from, date_to, ...by } }, scope) => {
      const { timeZone } = scope.company;
      const period = requestedPeriod({ days, date_from, date_to }, timeZone);
      const filter = keyFilter(scope, 'closed', period, by);
      const [before, people, hours, names, bad] = await Promise.all([
        sumAll(scope, keyFilter(scope, 'closed', periodBefore(period, timeZone), by)),
        sumBy(scope, filter, 'user_key'),
        sumBy(scope, filter, 'at'),
        scope.sql.rows<{ id: number; name: string; queues: string[] }>(sql`
          select u.id, u.name, coalesce(array_agg(q.name order by q.name) filter (where q.id is not null), '{}') as queues
            from kernel."user" u
            left join queues.public_member m on m.company_id = u.company_id and m.user_id = u.id
            left join queues.public_queue q on q.company_id = m.company_id and q.id = m.queue_id
           group by u.id, u.name`),
        readPage(scope, { ...filter, rows: [sql`a.rate = 1`] }, 1, maxLow),
      ]);
      const all = noSums();
      for (const person of people) for (const name of metricNames) all[name] += person[name];
      const known = new Map(names.map((person) => [person.id, person]));
      return {
        rates: ratesOf(all),
        closed: all.closed,
        previous: ratesOf(before),
        weeks: byWeek(scope, hours).map(({ from, sums }) => ({ from, rates: ratesOf(sums) })),
        attendants: people
          .flatMap((sums) => {
            const person = known.get(sums.key);
            return person && sums.closed > 0 ? [{ ...person, closed: sums.closed, rates: ratesOf(sums) }] : [];
          })
          .toSorted((a, b) => b.rates.count - a.rates.count),
        low: bad.map(({ id, uuid, contactName, userName, waitS, transfers, no, closedAt }) => ({
          id,
          uuid,
          contactName,
          userName,
          waitTime: waitS === null ? null : Math.round(waitS / 6) / 10,
          transfers,
          no,
          closedAt: closedAt?.toISOString() ?? null,
        })),
        period: { from: period.first, to: period.last },
      };
    },
  });
};
