import { sql, z, type Host } from '@balcao/sdk/server';
import { cleanUp } from '../contract.ts';
import type manifest from '../manifest.ts';

/** Runs once a day in every company that has the plugin on. */
export const dailyCleanUp = (host: Host<typeof manifest>): void => {
  host.job(cleanUp, {
    data: z.object({}),
    every: '1 day',
    async handle(_data, scope) {
      const days = scope.settings.get<number>('exampleNotesKeepDays');
      const removed = await scope.sql.run(
        sql`delete from example_notes.note where done_at < now() - make_interval(days => ${days}::int)`,
      );
      if (removed > 0) scope.log.info({ removed }, 'notes done long ago were removed');
    },
  });
};
