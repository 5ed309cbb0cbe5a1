import { flushCompileCache } from 'node:module';
import { loadConfig } from '@balcao/kernel/config';
import { startKernel } from '@balcao/kernel';

// A node with WhatsApp connections, to be killed: `whatsapp-node.ts <database url> <data folder> <plugin folder>…`.
const [, , databaseUrl = '', dataDir = '', ...folders] = process.argv;
const config = loadConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
const kernel = await startKernel({ config, databaseUrl, roots: folders.map((dir) => ({ dir, firstParty: true })) });
process.send?.({ url: kernel.url, nodeId: kernel.nodeId });
// A killed process leaves no compiled code behind for those that start after it.
flushCompileCache();
// The parent test has ended or died.
process.once('disconnect', () => process.exit());
