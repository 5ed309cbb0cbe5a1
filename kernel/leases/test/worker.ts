/** Runs a node in a process of its own, `worker.ts <database url>`, that holds a session. */
import pg from 'pg';
import { silent } from '../../events/test/harness.ts';
import { openLeases } from '../index.ts';

const owner = new pg.Pool({ connectionString: process.argv[2] ?? '' });
openLeases({ owner, nodeId: 'worker', log: silent, ttlMs: 1_000, beatMs: 200, pollMs: 50 }).hold('session', {
  onAcquired: async () => void process.send?.('has session'),
  onLost: () => undefined,
});
