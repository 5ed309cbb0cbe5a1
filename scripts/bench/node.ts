import { importFrom, openServerBuild } from '../server-build/index.ts';
import { releaseStartMemory } from '../start/release-memory.ts';

// The measured server, in a separate process with every plugin of the platform: `npm start` without demo data.
const build = openServerBuild();
const [{ loadConfig }, { startKernel }] = await Promise.all([
  importFrom<typeof import('@balcao/kernel/config')>(build, 'kernel/config/index.ts'),
  importFrom<typeof import('@balcao/kernel')>(build, 'kernel/index.ts'),
]);
const config = loadConfig();
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set');
const kernel = await startKernel({
  config,
  databaseUrl: config.databaseUrl,
  ...(build && { moduleOf: build.moduleOf }),
});
releaseStartMemory();
process.send?.({
  url: kernel.url,
  milliseconds: performance.now(),
  cpu: process.cpuUsage(),
  faults: kernel.registry.faults.map(({ plugin, code, message }) => `${plugin}: ${code} ${message}`),
});
process.on('message', (what) => {
  if (what === 'memory') globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed, cpu: process.cpuUsage() });
});
process.once('disconnect', () => {
  void kernel.close().finally(() => process.exit());
});
