import type { Routine } from '@balcao/sdk/server';
import { keyNames, metricNames, metrics } from '../metrics.ts';

const keys = keyNames.join(', ');
const names = metricNames.join(', ');
const signed = metricNames.map((name) => `(${metrics[name]}) * s.sign as ${name}`).join(', ');
const sums = metricNames.map((name) => `sum(r.${name})`).join(', ');
const isAny = metricNames.map((name) => `sum(r.${name}) <> 0`).join(' or ');

/** The figures of rows of a transition table, each once by its opening and, if it is closed, once by its closing. */
const rows = (tables: readonly (readonly [table: string, sign: 1 | -1])[]): string =>
  tables
    .map(
      ([table, sign]) => `select a.company_id, b.basis, b.at, ${keys.replaceAll(/(\w+)/g, 'a.$1')}, ${signed}
         from ${table} a cross join (values (${sign})) s (sign),
              lateral (values ('opened', a.opened_at), ('closed', a.closed_at)) b (basis, at)
        where b.at is not null and exists (select 1 from kernel.company c where c.id = a.company_id)`,
    )
    .join(' union all ');

/** Each change is added to the sums of everything, of the person, and of queue, person and connection. */
const added = (unit: 'hour' | 'day', source: string): string =>
  `insert into reports.${unit} (company_id, grain, basis, at, ${keys}, ${names})
   select r.company_id, g.grain, r.basis, date_trunc('${unit}', r.at, 'UTC'), case when g.grain = 2 then r.queue_key else 0 end,
          case when g.grain > 0 then r.user_key else 0 end, case when g.grain = 2 then r.connection_key else 0 end, ${sums}
     from (${source}) r cross join (values (0::smallint), (1::smallint), (2::smallint)) g (grain)
    group by 1, 2, 3, 4, 5, 6, 7 having ${isAny};`;

const trigger = (name: string, source: string): string =>
  `create or replace function reports.${name}() returns trigger language plpgsql as $$
   begin
     ${added('hour', source)}
     ${added('day', source)}
     return null;
   end $$`;

const all = `company_id, grain, basis, at, ${keys}`;
const folded = (unit: 'hour' | 'day'): string =>
  `select f.${unit}_id into v_after from reports.folded f where f.company_id = v_company;
   with changed as (
     select distinct x.grain, x.basis, x.at from reports.${unit} x where x.company_id = v_company and x.id > v_after),
   taken as (
     delete from reports.${unit} t where t.company_id = v_company and t.id in (
       select x.id from reports.${unit} x join changed c on c.grain = x.grain and c.basis = x.basis and c.at = x.at
        where x.company_id = v_company order by x.id for update of x skip locked)
     returning t.*)
   insert into reports.${unit} (${all}, ${names})
   select ${all}, ${sums} from taken r group by ${all} having ${isAny}
    order by grain, basis, at, user_key;
   update reports.folded f set ${unit}_id = coalesce((select max(x.id) from reports.${unit} x where x.company_id = v_company), 0)
    where f.company_id = v_company;`;

/** Adds every change of attendances to the sums by hour and by day. */
export const rollUp: Routine = {
  name: 'roll-up',
  sql: [
    trigger('rolled_inserted', rows([['added', 1]])),
    trigger(
      'rolled_updated',
      rows([
        ['former', -1],
        ['later', 1],
      ]),
    ),
    trigger('rolled_deleted', rows([['removed', -1]])),
    `create or replace trigger rolled_inserted after insert on reports.attendance
       referencing new table as added for each statement execute function reports.rolled_inserted()`,
    `create or replace trigger rolled_updated after update on reports.attendance
       referencing old table as former new table as later for each statement execute function reports.rolled_updated()`,
    `create or replace trigger rolled_deleted after delete on reports.attendance
       referencing old table as removed for each statement execute function reports.rolled_deleted()`,
    // Sums that are read together are written side by side: a period of the dashboard is read from hundreds of pages
    // instead of one page for each row.
    // Adds up the rows of changes of the hours and days that changed since the last time. Rows of transactions that are
    // not committed yet stay as they are; they are part of every sum all the same. Without nested loops: the planner takes
    // one row for a company that its statistics do not know yet, and the changes of a year would be compared each with each.
    `create or replace function reports.fold() returns void language plpgsql set enable_nestloop to off as $$
     declare
       v_company int := kernel.current_company();
       v_after bigint;
     begin
       insert into reports.folded (company_id) values (v_company) on conflict do nothing;
       perform 1 from reports.folded f where f.company_id = v_company for update;
       ${folded('hour')}
       ${folded('day')}
     end $$`,
  ],
};
