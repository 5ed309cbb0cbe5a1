/** Runs a node in a process of its own, `worker.ts <database url>`, that begins a job and never ends it. */
import { openJobs } from '../index.ts';
import { silent } from '../../events/test/harness.ts';
import { job } from './harness.ts';

const node = await openJobs({
  databaseUrl: process.argv[2] ?? '',
  log: silent,
  gate: () => true,
  run: async (_id, _companyId, data) => {
    process.send?.({ started: data });
    await new Promise(() => undefined);
  },
  lockLifetimeMs: 1_000,
  processEveryMs: 100,
});
node.define([job('a:work')]);
await node.start();
process.send?.('up');
await node.schedule('a:work', 1, { n: 1 }, { key: 'k' });
