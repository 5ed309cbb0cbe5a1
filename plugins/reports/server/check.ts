import { addDays, localDate, localTime, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { check, fold } from '../contract.ts';
import type manifest from '../manifest.ts';
import { storeOpenSeconds } from './opening-hours.ts';

const batch = 500;
const keptDays = 90;
/** Changes of the last minutes may not have reached the listener yet; the next night compares them. */
const settledMinutes = 10;

/** Compares the attendances of conversations with their logs, reports each difference, and repairs it. */
const checkSome = async (scope: Scope, ids: readonly number[]): Promise<number> => {
  const found = await scope.sql.rows<{ ticketId: number; no: number }>(sql`
    with wrong as (
      select t.id, d.no, d.stored from unnest(${[...ids]}::int[]) t (id), lateral reports.differences(t.id) d),
    noted as (
      insert into reports.difference (ticket_id, no, stored) select w.id, w.no, w.stored from wrong w)
    select w.id as "ticketId", min(w.no) as no from wrong w group by w.id`);
  for (const { ticketId, no } of found) {
    scope.log.warn({ ticketId, no }, 'an attendance differed from the log of its conversation');
    await scope.sql.run(sql`select reports.recount(${ticketId}::int, ${no}::int)`);
    await storeOpenSeconds(scope, [ticketId]);
  }
  return found.length;
};

/** Compares everything that changed since yesterday's beginning; returns the number of conversations that differed. */
export const checkYesterday = async (scope: Scope): Promise<number> => {
  const { timeZone } = scope.company;
  const since = localTime(addDays(localDate(new Date(), timeZone), -1), 0, timeZone);
  let after = 0;
  let wrong = 0;
  for (;;) {
    scope.signal.throwIfAborted();
    const rows = await scope.sql.rows<{ id: number }>(sql`
      select t.id from tickets.public_ticket t
       where t.updated_at >= ${since} and t.updated_at < now() - make_interval(mins => ${settledMinutes}) and t.id > ${after}
       order by t.id limit ${batch}`);
    wrong += await checkSome(
      scope,
      rows.map(({ id }) => id),
    );
    if (rows.length < batch) break;
    after = rows.at(-1)?.id ?? after;
  }
  await scope.sql.run(sql`delete from reports.difference where found_at < now() - make_interval(days => ${keptDays})`);
  return wrong;
};

export const checking = (host: Host<typeof manifest>): void => {
  const data = z.object({});
  host.job(check, { data, every: '40 3 * * *', handle: async (_data, scope) => void (await checkYesterday(scope)) });
  host.job(fold, {
    data,
    every: '15 minutes',
    handle: async (_data, scope) => void (await scope.sql.run(sql`select reports.fold()`)),
  });
};
