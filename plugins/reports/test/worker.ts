/** Folds sums in a process of its own, so that it can be killed: `worker.ts <database url> <data folder> <company>`. */
import { sql } from '@balcao/sdk/server';
import { startTestHost, type TestHost } from '@balcao/testing';
import { plugins } from './plugins.ts';

const [, , databaseUrl = '', dataDir = '', companyId = '0'] = process.argv;
const { kernel } = await startTestHost({
  databaseUrl,
  plugins,
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
const scope = kernel.scope(Number(companyId), 'reports');
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
process.send?.('ready');
for (;;) await scope.sql.run(sql`select reports.fold()`);
