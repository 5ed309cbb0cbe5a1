/**
 * Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. `GOOGLE_URL` of the
 * environment names the simulator.
 */
import { startTestHost, type TestHost } from '@balcao/testing';
import { syncPerson } from '../server/sync/sync.ts';
import { plugins } from './plugins.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({
  databaseUrl,
  plugins: [...plugins],
  importLimitMs: 60_000,
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
// The work of the job, without waiting for the minute.
process.on('message', ({ companyId, userId }: { companyId: number; userId: number }) => {
  void syncPerson(host.kernel.scope(companyId, 'google-calendar'), userId);
});
process.send?.({ url: host.url });
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
