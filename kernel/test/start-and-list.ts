// Starts the product, and reports the imported files to the process that forked it.
import { registerHooks } from 'node:module';

const files: string[] = [];
registerHooks({
  load(url, context, next) {
    files.push(url);
    return next(url, context);
  },
});
// Only imports after this line are recorded.
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
