import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { metricNames, type Metric } from '../migrations/metrics.ts';
import { attendanceWhere, type Filter } from './filter.ts';

export type Sums = Record<Metric, number>;
export type Grouping = 'user_key' | 'queue_key' | 'connection_key' | 'at';

const hour = 3_600_000;
const day = 24 * hour;
const added = sql.join(metricNames.map((name) => sql`coalesce(sum(r.${sql.id(name)}), 0)::float8 as ${sql.id(name)}`));
const names = sql.join(metricNames.map((name) => sql.id(name)));
const isWhole = (at: Date | undefined, unit: number): boolean => at === undefined || at.getTime() % unit === 0;

/** True if the sums of hours answer the filter: no condition on single attendances, and whole hours. */
export const isSummed = ({ from, to, rows }: Filter): boolean =>
  rows.length === 0 && isWhole(from, hour) && isWhole(to, hour);

const where = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);

/** Rows of the sums: whole UTC days, and the hours before and after them. */
const summed = ({ basis, from, to, keys, grain }: Filter, by?: Grouping): Sql => {
  const byHour = by === 'at';
  const finest = by === 'queue_key' || by === 'connection_key' ? 2 : by === 'user_key' ? Math.max(grain, 1) : grain;
  const always = [sql`r.grain = ${finest}`, sql`r.basis = ${basis}`, ...keys(sql`r`)];
  const [begin, end] = [from?.getTime() ?? -Infinity, to?.getTime() ?? Infinity];
  const firstDay = byHour ? end : Number.isFinite(begin) ? Math.ceil(begin / day) * day : begin;
  const afterDays = byHour ? end : Number.isFinite(end) ? Math.floor(end / day) * day : end;
  const between = (start: number, stop: number): Sql[] => [
    ...(Number.isFinite(start) ? [sql`r.at >= ${new Date(start)}`] : []),
    ...(Number.isFinite(stop) ? [sql`r.at < ${new Date(stop)}`] : []),
  ];
  const columns = sql`r.at, r.queue_key, r.user_key, r.connection_key, ${names}`;
  const hours = (start: number, stop: number): Sql[] =>
    start < stop
      ? [sql`select ${columns} from reports.hour r where ${where([...always, ...between(start, stop)])}`]
      : [];
  const parts =
    byHour || firstDay >= afterDays
      ? hours(begin, end)
      : [
          sql`select ${columns} from reports.day r where ${where([...always, ...between(firstDay, afterDays)])}`,
          ...hours(begin, firstDay),
          ...hours(afterDays, end),
        ];
  return parts.length === 0
    ? sql`select ${columns} from reports.hour r where false`
    : sql.join(parts, sql` union all `);
};

/** The same figures of single attendances, where the sums do not answer. */
const counted = (filter: Filter, timeZone: string): Sql => {
  const at = filter.basis === 'opened' ? sql`a.opened_at` : sql`a.closed_at`;
  return sql`select date_trunc('hour', ${at}, ${timeZone}) as at, a.queue_key, a.user_key, a.connection_key, ${names}
               from reports.figures a where ${attendanceWhere(filter)}`;
};

const source = (scope: Scope, filter: Filter, by?: Grouping): Sql =>
  isSummed(filter) ? summed(filter, by) : counted(filter, scope.company.timeZone);

export const noSums = (): Sums => Object.fromEntries(metricNames.map((name) => [name, 0])) as Sums;

/** Adds up everything that the filter selects. */
export const sumAll = async (scope: Scope, filter: Filter): Promise<Sums> =>
  (await scope.sql.one<Sums>(sql`select ${added} from (${source(scope, filter)}) r`)) ?? noSums();

/** Adds up by person, queue, connection or hour. */
export const sumBy = <K extends Grouping>(
  scope: Scope,
  filter: Filter,
  by: K,
): Promise<(Sums & { key: K extends 'at' ? Date : number })[]> =>
  scope.sql.rows(
    sql`select r.${sql.id(by)} as key, ${added} from (${source(scope, filter, by)}) r group by 1 order by 1`,
  );

export const mean = (total: number, count: number): number | null => (count === 0 ? null : total / count);
/** Seconds as minutes with one decimal. */
export const minutes = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds / 6) / 10;
