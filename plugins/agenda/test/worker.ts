/** Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. */
import { startTestHost, type TestHost } from '@balcao/testing';
import { sendAllDue } from '../server/message/send.ts';
import { plugins } from './plugins.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({
  databaseUrl,
  plugins: [...plugins],
  importLimitMs: 60_000,
  // The test lets several transactions wait at once.
  poolSizes: { app: 10 },
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
// The work of the job of each minute, without waiting for the minute.
process.on('message', (companyId) => {
  void sendAllDue(host.kernel.scope(Number(companyId), 'agenda')).then(() => process.send?.('swept'));
});
process.send?.({ url: host.url });
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
