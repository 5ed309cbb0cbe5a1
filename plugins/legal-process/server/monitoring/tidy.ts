import { sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { tidyCases } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { keptHours } from '../cases/open-request.ts';
import { undoMinutes } from './ended.ts';

/** Copies of cases that nobody monitors any more are kept as long, for look-ups. */
const keptDays = 30;
/** Sources repeat a notice for so long at most. */
const heardDays = 30;

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
  await scope.sql.run(
    sql`delete from legal_process.heard where heard_at < now() - make_interval(days => ${heardDays}::int)`,
  );
  await scope.sql.run(sql`delete from legal_process.letter where day < current_date - 7`);
};

/** Also in companies without the module: what they stored of people is kept no longer than anybody's. */
export const tidyJob = (host: Host<typeof manifest>): void => {
  host.job(tidyCases, { data: z.object({}), every: '1 hour', handle: (_data, scope) => tidy(scope) });
};
