/** Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. */
import { startTestHost, type TestHost } from '@balcao/testing';
import { checkDue } from '../server/monitoring/check.ts';
import { deliverAll } from '../server/monitoring/deliver.ts';
import { noon } from './noon.ts';
import { plugins } from './plugins.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({
  databaseUrl,
  plugins: [...plugins],
  importLimitMs: 60_000,
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
const work = async (companyId: number): Promise<void> => {
  const scope = host.kernel.scope(companyId, 'legal-process');
  while ((await checkDue(scope, 0)) > 0) await deliverAll(scope, noon());
  await deliverAll(scope, noon());
};
// The work of the jobs of each minute, without waiting for the minute.
process.on('message', (companyId) => {
  void work(Number(companyId)).then(() => process.send?.('done'));
});
process.send?.({ url: host.url });
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
