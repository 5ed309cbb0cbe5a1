/** A node of its own: `worker.ts <database url> <data folder> <plugin folder>…`. Says its address once it serves. */
import { loadConfig } from '../config/index.ts';
import { startKernel } from '../index.ts';

const [, , databaseUrl = '', dataDir = '', ...folders] = process.argv;
const config = loadConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
const kernel = await startKernel({ config, databaseUrl, roots: folders.map((dir) => ({ dir, firstParty: false })) });
process.send?.({ url: kernel.url });
