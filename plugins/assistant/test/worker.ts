/** Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder>`. */
import { startTestHost, type TestHost } from '@balcao/testing';
import { answerConversation } from '../server/conversation/turns.ts';
import { runEvaluation } from '../server/evaluation/evaluate-job.ts';
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
  const { companyId, ticketId, evaluationId } = wanted as {
    companyId: number;
    ticketId?: number;
    evaluationId?: number;
  };
  const scope = host.kernel.scope(companyId, 'assistant');
  const work =
    evaluationId === undefined ? answerConversation(scope, ticketId ?? 0) : runEvaluation(scope, evaluationId, 0);
  void work.then(() => process.send?.('answered'));
});
process.send?.({ url: host.url });
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
