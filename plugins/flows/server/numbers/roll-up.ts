import { sql, type Scope } from '@balcao/sdk/server';
import { deleteOld } from './kept.ts';

/** A pause of a flow lasts 30 days at most, and some follow each other. */
const recountedDays = 60;

/** Steps `s` with an answer of the customer that fitted. */
export const understood = sql`s.attempt is not null and s.left_by is not null and s.left_by <> 'invalid' and s.error is null`;

/** Buckets of waiting times: each is a fifth longer than the one before, so a median of many days is right to a tenth. */
const bucket = sql`floor(ln(greatest(s.waited_ms, 1)) / ln(1.2))::int::text`;

/** Counts of steps by flow, version and node, from the steps `s` that a condition selects. */
const counted = (where: ReturnType<typeof sql>, zone: string) => sql`
  select x.flow_id, x.day, x.version_id, x.node_id, sum(x.entered)::int as entered,
         coalesce(jsonb_object_agg(x.way, x.left_by) filter (where x.way is not null), '{}') as left_by,
         sum(x.dropped)::int as dropped, sum(x.handed)::int as handed, sum(x.errors)::int as errors,
         sum(x.answered)::int as answered, sum(x.attempts)::int as attempts
    from (select s.flow_id, (s.at at time zone ${zone})::date as day, coalesce(s.version_id, 0) as version_id, s.node_id, s.left_by as way,
                 count(*) filter (where s.is_entry) as entered, count(*) filter (where s.left_by is not null) as left_by,
                 count(*) filter (where s.ended in ('expired', 'left')) as dropped,
                 count(*) filter (where s.ended in ('handed', 'failed', 'limit')) as handed,
                 count(*) filter (where s.error is not null) as errors,
                 count(*) filter (where ${understood}) as answered,
                 coalesce(sum(s.attempt) filter (where ${understood}), 0) as attempts
            from flows.step s where s.flow_id is not null and ${where} group by 1, 2, 3, 4, 5) x
   group by 1, 2, 3, 4`;

const waits = (where: ReturnType<typeof sql>, zone: string) => sql`
  select w.flow_id, w.day, w.version_id, w.node_id, jsonb_object_agg(w.bucket, w.n) as waited
    from (select s.flow_id, (s.at at time zone ${zone})::date as day, coalesce(s.version_id, 0) as version_id, s.node_id,
                 ${bucket} as bucket, count(*) as n
            from flows.step s where s.flow_id is not null and s.waited_ms is not null and ${where} group by 1, 2, 3, 4, 5) w
   group by 1, 2, 3, 4`;

/** Counts the days that are over and were not counted yet, and deletes what is too old. Run twice it counts once. */
export const rollUpDays = async (scope: Scope): Promise<void> => {
  const zone = scope.company.timeZone;
  await scope.tx(async (inner) => {
    const row = await inner.sql.one<{ from: string; to: string }>(
      sql`insert into flows.rolled_up as r (until)
          values (coalesce((select min((at at time zone ${zone})::date) from flows.step), (now() at time zone ${zone})::date))
          on conflict (company_id) do update set until = r.until
          returning r.until::text as from, (now() at time zone ${zone})::date::text as to`,
    );
    if (!row || row.from >= row.to) return;
    const during = sql`s.at >= (${row.from}::date::timestamp at time zone ${zone}) and s.at < (${row.to}::date::timestamp at time zone ${zone})`;
    await inner.sql.run(sql`
      insert into flows.day (flow_id, day, version_id, node_id, entered, left_by, dropped, handed, errors, answered, attempts, waited)
      select c.flow_id, c.day, c.version_id, c.node_id, c.entered, c.left_by, c.dropped, c.handed, c.errors, c.answered, c.attempts,
             coalesce(w.waited, '{}')
        from (${counted(during, zone)}) c
        left join (${waits(during, zone)}) w using (flow_id, day, version_id, node_id)
       where exists (select 1 from flows.flow f where f.id = c.flow_id)
      on conflict (company_id, flow_id, day, version_id, node_id) do nothing`);
    // A session counts on the day on which it began. One that runs for weeks ends after its day was counted: the days
    // since the longest wait are counted again.
    await inner.sql.run(sql`
      insert into flows.day (flow_id, day, version_id, node_id, entered, left_by)
      select x.flow_id, x.day, x.version_id, '', sum(x.n)::int,
             coalesce(jsonb_object_agg(x.why, x.n) filter (where x.why is not null), '{}')
        from (select s.flow_id, (s.started_at at time zone ${zone})::date as day, coalesce(s.version_id, 0) as version_id,
                     s.ended_why as why, count(*) as n
                from flows.session s
               where s.flow_id is not null and s.state <> 'offered'
                 and s.started_at >= ((${row.from}::date - ${recountedDays}::int)::timestamp at time zone ${zone})
                 and s.started_at < (${row.to}::date::timestamp at time zone ${zone}) group by 1, 2, 3, 4) x
       group by 1, 2, 3
      on conflict (company_id, flow_id, day, version_id, node_id)
        do update set entered = excluded.entered, left_by = excluded.left_by`);
    await inner.sql.run(sql`update flows.rolled_up set until = ${row.to}::date, at = now()`);
  });
  await deleteOld(scope);
};
