/**
 * Runs a node in a process of its own: `worker.ts <database url> <data folder> <plugin folder>…`. Sends its address
 * once it serves.
 */
import { flushCompileCache } from 'node:module';
import { loadConfig } from '../config/index.ts';
import { startKernel } from '../index.ts';
import { resourcesOf } from './node-resources.ts';

const [, , databaseUrl = '', dataDir = '', ...folders] = process.argv;
const config = loadConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
const kernel = await startKernel({ config, databaseUrl, roots: folders.map((dir) => ({ dir, firstParty: false })) });
process.send?.({ url: kernel.url });
// A killed process leaves no compiled code behind for those that start after it.
flushCompileCache();
process.on('message', (asked) => {
  if (asked === 'held') process.send?.(resourcesOf(kernel));
  if (asked === 'lose') void Promise.reject(new Error('forgotten, and of no plugin'));
  // A defect of the platform itself.
  if (asked === 'throw')
    setTimeout(() => {
      throw new Error('not a plugin');
    }, 1);
});
