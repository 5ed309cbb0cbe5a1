import { sql, type Scope } from '@balcao/sdk/server';

/** Returns whether the source tells of news of this case by itself. */
export const isWatched = async (scope: Scope, cnj: string, source: string): Promise<boolean> =>
  (await scope.sql.one(
    sql`select 1 from legal_process.watch where cnj = ${cnj} and source = ${source} and watch_id is not null`,
  )) !== undefined;

export interface WatchRow {
  cnj: string;
  source: string;
  watchId: string | null;
  failures: number;
}

/** Adds the watches that are wanted of a source, and takes those that are due: another node leaves them alone. */
export const takeWanted = async (scope: Scope, source: string, most: number): Promise<WatchRow[]> => {
  await scope.sql.run(
    sql`insert into legal_process.watch (cnj, source)
        select k.cnj, ${source} from legal_process.legal_case k
         where exists (select from legal_process.monitoring m where m.case_id = k.id)
            on conflict do nothing`,
  );
  return scope.sql.rows<WatchRow>(
    sql`update legal_process.watch w set next_at = now() + interval '10 minutes'
         where (w.cnj, w.source) in (
           select d.cnj, d.source from legal_process.watch d
            where d.source = ${source} and d.watch_id is null and d.next_at <= now()
              and exists (select from legal_process.legal_case k join legal_process.monitoring m on m.case_id = k.id
                           where k.cnj = d.cnj)
            order by d.next_at limit ${most} for update skip locked)
        returning w.cnj, w.source, w.watch_id as "watchId", w.failures`,
  );
};

/** Takes watches that nobody wants any more: of cases that are no longer monitored, or of another source. */
export const takeUnwanted = (scope: Scope, source: string, isChosen: boolean, most: number): Promise<WatchRow[]> =>
  scope.sql.rows<WatchRow>(
    sql`update legal_process.watch w set next_at = now() + interval '10 minutes'
         where (w.cnj, w.source) in (
           select d.cnj, d.source from legal_process.watch d
            where d.source = ${source} and d.next_at <= now()
              and (not ${isChosen}::boolean
                   or not exists (select from legal_process.legal_case k join legal_process.monitoring m on m.case_id = k.id
                                   where k.cnj = d.cnj))
            limit ${most} for update skip locked)
        returning w.cnj, w.source, w.watch_id as "watchId", w.failures`,
  );

export const noteWatch = async (scope: Scope, { cnj, source }: WatchRow, watchId: string): Promise<void> => {
  await scope.sql.run(
    sql`update legal_process.watch set watch_id = ${watchId}, failures = 0, next_at = now()
         where cnj = ${cnj} and source = ${source}`,
  );
};

/** Tries again later, and then later still: a source that refuses is not asked each minute. */
export const noteWatchFailure = async (scope: Scope, { cnj, source, failures }: WatchRow): Promise<void> => {
  const minutes = Math.min(10 * 2 ** Math.min(failures, 7), 720);
  await scope.sql.run(
    sql`update legal_process.watch set failures = failures + 1, next_at = now() + make_interval(mins => ${minutes}::int)
         where cnj = ${cnj} and source = ${source}`,
  );
};

export const dropWatch = async (scope: Scope, { cnj, source }: WatchRow): Promise<void> => {
  await scope.sql.run(sql`delete from legal_process.watch where cnj = ${cnj} and source = ${source}`);
};
