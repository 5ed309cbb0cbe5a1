import path from 'node:path';
import { importFrom, openServerBuild } from '../server-build/index.ts';
import { releaseStartMemory } from '../start/release-memory.ts';

// One node of the cluster in a separate process, as `npm start` runs it: the plugins of a conversation, and a witness
// that records events.
const build = openServerBuild();
const [{ loadConfig }, { startKernel }] = await Promise.all([
  importFrom<typeof import('@balcao/kernel/config')>(build, 'kernel/config/index.ts'),
  importFrom<typeof import('@balcao/kernel')>(build, 'kernel/index.ts'),
]);
const own = ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox'];
const root = path.resolve(import.meta.dirname, '../..');
const config = loadConfig();
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set');
const kernel = await startKernel({
  config,
  databaseUrl: config.databaseUrl,
  ...(build && { moduleOf: build.moduleOf }),
  roots: [
    ...own.map((id) => ({ dir: path.join(root, 'plugins', id), firstParty: true })),
    { dir: path.join(root, 'scripts/test/delivery/witness'), firstParty: false },
  ],
});
releaseStartMemory();
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
