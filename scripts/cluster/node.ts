import path from 'node:path';
import { loadConfig } from '@balcao/kernel/config';
import { startKernel } from '@balcao/kernel';

// One node of the cluster in a separate process: the plugins of a conversation, and a witness that records events.
const own = ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox'];
const root = path.resolve(import.meta.dirname, '../..');
const config = loadConfig();
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set');
const kernel = await startKernel({
  config,
  databaseUrl: config.databaseUrl,
  roots: [
    ...own.map((id) => ({ dir: path.join(root, 'plugins', id), firstParty: true })),
    { dir: path.join(root, 'scripts/test/delivery/witness'), firstParty: false },
  ],
});
process.send?.({ faults: kernel.registry.faults.map(({ plugin, code }) => `${plugin}: ${code}`) });
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
});
// The parent process has exited or died.
process.once('disconnect', () => {
  void kernel.close().finally(() => process.exit());
});
