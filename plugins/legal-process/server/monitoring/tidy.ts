import { sql, type Scope } from '@balcao/sdk/server';
import { keptHours } from '../cases/open-request.ts';

/** Copies of cases that nobody monitors any more are kept as long, for look-ups. */
const keptDays = 30;
/** The end of a monitoring can be undone for as long. */
const undoMinutes = 60;

/** Removes what nobody needs any more. */
export const tidy = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`delete from legal_process.ended_monitoring where ended_at < now() - make_interval(mins => ${undoMinutes}::int)`,
  );
  await scope.sql.run(
    sql`delete from legal_process.legal_case k
         where not exists (select from legal_process.monitoring m where m.case_id = k.id)
           and not exists (select from legal_process.ended_monitoring e where e.case_id = k.id)`,
  );
  await scope.sql.run(
    sql`delete from legal_process.source_copy c
         where c.fetched_at < now() - make_interval(days => ${keptDays}::int)
           and not exists (select from legal_process.legal_case k where k.cnj = c.cnj)`,
  );
  await scope.sql.run(
    sql`delete from legal_process.open_request where created_at < now() - make_interval(hours => ${keptHours}::int)`,
  );
  await scope.sql.run(sql`delete from legal_process.letter where day < current_date - 7`);
};
