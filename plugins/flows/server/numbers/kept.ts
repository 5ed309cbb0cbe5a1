import { sql, type Scope } from '@balcao/sdk/server';

/** The log of steps, and conversations without an answer of the customer, are kept this many days. */
const keptDays = 90;

/** The first day of which the log is whole; of earlier ones only the counts are left. Before the first cleanup all. */
export const keptFrom = sql`coalesce((select r.kept_from from flows.rolled_up r), '-infinity'::date)`;

const hasAnswers = sql`exists (select 1 from flows.answer a where a.company_id = s.company_id and a.session_id = s.id)`;

/**
 * Deletes what is too old, by whole days that are counted already. What customers answered is kept with its session: the
 * company collected it, and only its own limit of retention, or the erasure of a person, deletes it.
 */
export const deleteOld = async (scope: Scope): Promise<void> => {
  const zone = scope.company.timeZone;
  await scope.tx(async (inner) => {
    const row = await inner.sql.one<{ day: string; isNew: boolean }>(
      sql`select x.day::text as day, r.kept_from is null or r.kept_from < x.day as "isNew"
            from flows.rolled_up r, least(r.until, (now() at time zone ${zone})::date - ${keptDays}::int) as x(day)
             for update of r`,
    );
    if (!row?.isNew) return;
    const start = sql`(${row.day}::date::timestamp at time zone ${zone})`;
    await inner.sql.run(sql`delete from flows.step where at < ${start}`);
    await inner.sql.run(
      sql`delete from flows.inbox i using flows.session s where s.id = i.session_id and s.ended_at < ${start}`,
    );
    await inner.sql.run(sql`delete from flows.session s where s.ended_at < ${start} and not ${hasAnswers}`);
    await inner.sql.run(sql`update flows.rolled_up set kept_from = ${row.day}::date`);
  });
};

/** Deletes the answers of at most so many sessions that ended before a day, and returns of how many. Counts stay. */
export const deleteAnswersBefore = async (scope: Scope, day: Date, limit: number): Promise<number> => {
  const rows = await scope.sql.rows<{ id: number }>(
    sql`select s.id from flows.session s where s.ended_at < ${day}::timestamptz and ${hasAnswers} order by s.ended_at limit ${limit}`,
  );
  if (rows.length > 0)
    await scope.sql.run(sql`delete from flows.answer where session_id = any(${rows.map(({ id }) => id)}::int[])`);
  return rows.length;
};
