import { sql, z, type Host } from '@balcao/sdk/server';
import { deleteOldRuns, tidyRuns } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { tidyParts } from '../transcripts/long-audio.ts';

/** Days for which single runs are kept; the sums of each day stay. */
const keptDays = 30;

const isLost = sql`state = 'running' and seen_at < now() - interval '1 minute'`;

/** SQL: the companies with runs of nodes that died. */
export const companiesWithLostRuns = sql`select company_id from chatai.run where ${isLost}`;

/** Gives up runs of nodes that died, and deletes old ones and what was given up. */
export const tidy = (host: Host<typeof manifest>): void => {
  host.job(tidyRuns, {
    data: z.object({}),
    every: '5 minutes',
    due: companiesWithLostRuns,
    async handle(_data, scope) {
      await scope.sql.run(sql`update chatai.run set state = 'failed', error = 'ERR_AI_NODE' where ${isLost}`);
    },
  });
  host.job(deleteOldRuns, {
    data: z.object({}),
    every: '1 hour',
    async handle(_data, scope) {
      await scope.sql.run(
        sql`delete from chatai.run where id in
              (select id from chatai.run where started_at < now() - make_interval(days => ${keptDays}::int) limit 10000)`,
      );
      await tidyParts(scope);
    },
  });
};
