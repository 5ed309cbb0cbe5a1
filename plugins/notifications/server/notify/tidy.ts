import { sql, z, type Host } from '@balcao/sdk/server';
import { tidyJob } from '../../contract.ts';
import type manifest from '../../manifest.ts';

/** Schedules the deletion of old rows: redeliveries happen within hours, and closed pages report nothing more. */
export const tidy = (host: Host<typeof manifest>): void => {
  host.job(tidyJob, {
    data: z.object({}),
    every: '20 3 * * *',
    handle: async (_data, scope) => {
      await scope.sql.run(sql`delete from notifications.notified where created_at < now() - interval '7 days'`);
      await scope.sql.run(sql`delete from notifications.looking where seen_at < now() - interval '1 day'`);
    },
  });
};
