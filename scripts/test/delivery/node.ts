import { flushCompileCache } from 'node:module';
import { loadConfig } from '@balcao/kernel/config';
import { startKernel } from '@balcao/kernel';
import { nodePlugins } from './node-plugins.ts';

// One node of the platform in a separate process, configured by the environment, so that it can be killed.
const config = loadConfig();
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set');
const kernel = await startKernel({
  config,
  databaseUrl: config.databaseUrl,
  roots: nodePlugins,
  takeOverMs: 6_000,
});
process.send?.({ url: kernel.url, faults: kernel.registry.faults.map(({ plugin, code }) => `${plugin}: ${code}`) });
// A killed process leaves no compiled code behind for those that start after it.
flushCompileCache();
// The parent test has ended or died.
process.once('disconnect', () => {
  void kernel.close().finally(() => process.exit());
});
