/** Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. */
import { startTestHost, type TestHost } from '@balcao/testing';
import { answerConversation } from '../server/conversation/turns.ts';
import { plugins } from './plugins.ts';

const [, , databaseUrl = '', dataDir = ''] = process.argv;
const host = await startTestHost({
  databaseUrl,
  plugins,
  importLimitMs: 60_000,
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
// The work of the job, on this node for certain.
process.on('message', (wanted) => {
  const { companyId, ticketId } = wanted as Record<'companyId' | 'ticketId', number>;
  void answerConversation(host.kernel.scope(companyId, 'assistant'), ticketId).then(() => process.send?.('answered'));
});
process.send?.({ url: host.url });
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
