/** A node in a process of its own: `worker.ts <database url> <data folder>`. So that it can be killed. */
import { startTestHost, type TestHost } from '@balcao/testing';
import { plugins } from './office.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({
  databaseUrl,
  plugins: [...plugins],
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
process.send?.({ url: host.url });
// The test that started it is over, or dead.
process.once('disconnect', () => process.exit());
