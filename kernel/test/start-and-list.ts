// Starts the product, and tells whoever forked it which files that took.
import { registerHooks } from 'node:module';

const files: string[] = [];
registerHooks({
  load(url, context, next) {
    files.push(url);
    return next(url, context);
  },
});
// Only what is imported from here on is seen.
const { loadConfig } = await import('../config/index.ts');
const { startKernel } = await import('../index.ts');
const config = loadConfig();
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is not set');
const kernel = await startKernel({ config, databaseUrl: config.databaseUrl });
process.send?.({
  files,
  plugins: [...kernel.registry.plugins.keys()],
  faults: kernel.registry.faults.map(({ plugin, code, message }) => `${plugin}: ${code} ${message}`),
});
process.once('disconnect', () => {
  void kernel.close().finally(() => process.exit());
});
