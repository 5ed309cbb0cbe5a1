/** Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. */
import { startTestHost, type TestHost } from '@balcao/testing';
import { startCampaign } from '../server/campaign/start.ts';
import { keepRunner } from '../server/release/wake.ts';
import { plugins } from './plugins.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({
  databaseUrl,
  plugins: plugins(),
  importLimitMs: 60_000,
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
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
