/** Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. */
import { startTestHost, type TestHost } from '@balcao/testing';
import { plugins } from './plugins.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({ databaseUrl, plugins, sameDatabaseAs: { databaseUrl, dataDir } as TestHost });
process.send?.({ url: host.url });
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
