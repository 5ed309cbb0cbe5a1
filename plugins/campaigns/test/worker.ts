/** Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. */
import { flushCompileCache } from 'node:module';
import { startTestHost, type TestHost } from '@balcao/testing';
import { startCampaign } from '../server/campaign/start.ts';
import { keepRunner } from '../server/release/wake.ts';
import { plugins, takeOverMs } from './plugins.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({
  databaseUrl,
  plugins: plugins(),
  importLimitMs: 60_000,
  takeOverMs,
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
process.on('message', (wanted) => {
  const { companyId, campaignId, connectionId } = wanted as Record<'companyId' | 'campaignId' | 'connectionId', number>;
  const scope = host.kernel.scope(companyId, 'campaigns');
  void scope
    .tx((inner) => startCampaign(inner, campaignId, 'INATIVA'))
    .then(() => keepRunner(scope, connectionId))
    .then(() => process.send?.({ started: campaignId }));
});
process.send?.({ url: host.url });
// A killed process leaves no compiled code behind for those that start after it.
flushCompileCache();
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
