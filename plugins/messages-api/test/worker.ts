/**
 * Runs a node in its own process, so that it can be killed: `worker.ts <database url> <data folder> <the receiver’s
 * port>`.
 */
import path from 'node:path';
import { startTestHost, type TestHost } from '@balcao/testing';

const [, , databaseUrl = '', dataDir = '', port = '0'] = process.argv;
const pages = { names: new Map([['sistema.example', ['127.0.0.1']]]), ports: new Set([Number(port)]) };
Object.assign(globalThis, { [Symbol.for('balcao.test-pages')]: pages });
const host = await startTestHost({
  databaseUrl,
  plugins: [
    'users',
    'queues',
    'contacts',
    'connections',
    'tickets',
    'messages-api',
    path.join(import.meta.dirname, 'line'),
  ],
  sameDatabaseAs: { databaseUrl, dataDir } as TestHost,
});
process.send?.({ url: host.url });
// The test that started it has ended, or was killed.
process.once('disconnect', () => process.exit());
