import path from 'node:path';
import { loadConfig } from '@balcao/kernel/config';
import { startKernel } from '@balcao/kernel';

// One node of the platform in a separate process, configured by the environment, so that it can be killed.
const plugins = path.resolve(import.meta.dirname, '../../../plugins');
const own = ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox'];

const config = loadConfig();
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set');
const kernel = await startKernel({
  config,
  databaseUrl: config.databaseUrl,
  roots: [
    ...own.map((id) => ({ dir: path.join(plugins, id), firstParty: true })),
    ...['witness', 'postbox'].map((id) => ({ dir: path.join(import.meta.dirname, id), firstParty: false })),
  ],
});
process.send?.({ url: kernel.url, faults: kernel.registry.faults.map(({ plugin, code }) => `${plugin}: ${code}`) });
// The parent test has ended or died.
process.once('disconnect', () => {
  void kernel.close().finally(() => process.exit());
});
