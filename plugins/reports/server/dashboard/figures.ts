import { sql, z, type Scope } from '@balcao/sdk/server';
import { keyFilter, type FilterInput } from '../filter.ts';
import type { Period } from '../period.ts';
import { ratesOf } from '../report/summary.ts';
import { mean, minutes, noSums, sumAll, sumBy, type Sums } from '../sums.ts';
import { metricNames } from '../../migrations/metrics.ts';
import { countNow, runningNow } from './now.ts';

export type Keys = Pick<Partial<FilterInput>, 'queueIds' | 'users' | 'whatsappId'>;

const minutesOrNull = z.number().nullable();
export const countersOutput = z.object({
  supportPending: z.number().describe('Now.'),
  supportHappening: z.number().describe('Now.'),
  supportFinished: z.number(),
  leads: z.number(),
  avgSupportTime: minutesOrNull.describe('Minutes.'),
  avgWaitTime: minutesOrNull.describe('Minutes.'),
  avgReplyTime: minutesOrNull.describe('Minutes.'),
  attendances: z.number(),
  unattended: z.number(),
  avgOpenWaitTime: minutesOrNull.describe('Minutes inside the opening hours.'),
  rating: z.number().nullable(),
  ratings: z.number(),
});
export const attendantOutput = z.object({
  id: z.number(),
  name: z.string(),
  rating: z.number().nullable().describe('1 to 3, rounded.'),
  ratingMean: z.number().nullable(),
  ratings: z.number(),
  avgSupportTime: minutesOrNull,
  avgWaitTime: minutesOrNull,
  finished: z.number(),
  happening: z.number(),
  online: z.boolean(),
  lastOnline: z.string().nullable(),
  queues: z.array(z.string()),
});
export const queueOutput = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string().nullable(),
  pending: z.number(),
  happening: z.number(),
  waitingSince: z.string().nullable(),
});

const counters = (opened: Sums, closed: Sums) => {
  const rates = ratesOf(closed);
  return {
    supportFinished: closed.closed,
    leads: opened.leads,
    avgSupportTime: minutes(mean(closed.support_s, closed.support_n)),
    avgWaitTime: minutes(mean(opened.wait_s, opened.wait_n)),
    avgReplyTime: minutes(mean(opened.reply_s, opened.reply_n)),
    attendances: opened.attendances,
    unattended: closed.unattended,
    avgOpenWaitTime: minutes(mean(opened.wait_open_s, opened.wait_open_n)),
    rating: rates.mean,
    ratings: rates.count,
  };
};

const together = (groups: readonly Sums[]): Sums => {
  const all = noSums();
  for (const group of groups) for (const name of metricNames) all[name] += group[name];
  return all;
};

interface Person {
  id: number;
  name: string;
  online: boolean;
  lastOnline: Date | null;
  queues: string[];
}
const peopleOf = (scope: Scope): Promise<Person[]> =>
  scope.sql.rows<Person>(sql`
    select u.id, u.name, u.online, u.last_online as "lastOnline",
           coalesce(array_agg(q.name order by q.name) filter (where q.id is not null), '{}') as queues
      from users.public_user u
      left join queues.public_member m on m.company_id = u.company_id and m.user_id = u.id
      left join queues.public_queue q on q.company_id = m.company_id and q.id = m.queue_id
     group by u.id, u.name, u.online, u.last_online order by lower(u.name), u.id`);

/** The numbers of a period without those of the moment, for the comparison with the period before. */
export const countersOf = async (scope: Scope, period: Period, keys: Keys) => {
  const [opened, closed] = await Promise.all([
    sumAll(scope, keyFilter(scope, 'opened', period, keys)),
    sumAll(scope, keyFilter(scope, 'closed', period, keys)),
  ]);
  return counters(opened, closed);
};

export const dashboardOf = async (scope: Scope, period: Period, keys: Keys) => {
  const byOpening = keyFilter(scope, 'opened', period, keys);
  const [opened, closed, running, people, queues] = await Promise.all([
    sumBy(scope, byOpening, 'user_key'),
    sumBy(scope, keyFilter(scope, 'closed', period, keys), 'user_key'),
    runningNow(scope, byOpening),
    peopleOf(scope),
    scope.sql.rows<{ id: number; name: string; color: string }>(
      sql`select q.id, q.name, q.color from queues.public_queue q order by lower(q.name), q.id`,
    ),
  ]);
  const byPerson = (rows: readonly (Sums & { key: number })[]): ReadonlyMap<number, Sums> =>
    new Map(rows.map((row) => [row.key, row] as const));
  const [openedBy, closedBy] = [byPerson(opened), byPerson(closed)];
  const attendants = people
    .filter(({ id }) => !keys.users?.length || keys.users.includes(id))
    .map(({ lastOnline, ...person }) => {
      const [from, to] = [openedBy.get(person.id) ?? noSums(), closedBy.get(person.id) ?? noSums()];
      const { rating, ratings, ...figures } = counters(from, to);
      return {
        ...person,
        lastOnline: lastOnline?.toISOString() ?? null,
        rating: rating === null ? null : Math.round(rating),
        ratingMean: rating,
        ratings,
        avgSupportTime: figures.avgSupportTime,
        avgWaitTime: figures.avgWaitTime,
        finished: figures.supportFinished,
        happening: countNow(running, (row) => row.status === 'open' && row.userId === person.id),
      };
    });
  const shownQueues = [...queues, { id: 0, name: '', color: null }].map((queue) => {
    const rows = running.filter(({ queueId }) => queueId === queue.id);
    const waits = rows.filter(({ status }) => status === 'pending').flatMap(({ oldest }) => (oldest ? [oldest] : []));
    return {
      ...queue,
      pending: countNow(rows, ({ status }) => status === 'pending'),
      happening: countNow(rows, ({ status }) => status === 'open'),
      waitingSince: waits.length === 0 ? null : new Date(Math.min(...waits.map(Number))).toISOString(),
    };
  });
  return {
    counters: {
      supportPending: countNow(running, ({ status }) => status === 'pending'),
      supportHappening: countNow(running, ({ status }) => status === 'open'),
      ...counters(together(opened), together(closed)),
    },
    attendants,
    queues: shownQueues.filter(({ pending, happening }) => pending + happening > 0),
    period: { from: period.first, to: period.last },
    updatedAt: new Date().toISOString(),
  };
};
