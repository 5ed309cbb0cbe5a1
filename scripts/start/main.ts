import type { Kernel } from '@balcao/kernel';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { demoLogin, greeting } from './start/greeting.ts';
import { checkPort, configOrExit, exitWith } from './start/problems.ts';
import { releaseStartMemory } from './start/release-memory.ts';
import { stopOnSignal } from './start/stop.ts';

const config = configOrExit();
try {
  await checkPort(config);
  // Loading the kernel's code, building stale parts and starting the database wait for different things, so they run in
  // parallel.
  const loading = import('@balcao/kernel');
  const building = import('../web-host/build/index.ts').then((build) => build.buildStale({ log: console.log }));
  const [database, { startKernel }] = await Promise.all([
    config.databaseUrl
      ? undefined
      : startEmbeddedPostgres({ dataDir: config.dataDir, password: databasePassword, log: console.error }),
    loading,
    building,
  ]);
  const databaseUrl = config.databaseUrl ?? database?.url;
  if (!databaseUrl) throw new TypeError('the embedded database was not started');
  const prepared = Promise.withResolvers<void>();
  const demo = config.production ? undefined : await import('./demo/index.ts');
  const kernel: Kernel = await startKernel({
    config,
    databaseUrl,
    prepared: prepared.promise,
    demo: demo && { ...demoLogin, start: () => demo.firstPlace(kernel) },
  });
  await demo?.seedDemo(kernel);
  releaseStartMemory();
  prepared.resolve();
  stopOnSignal(async () => {
    await kernel.close();
    await database?.stop();
  });
  console.log(greeting({ config, url: kernel.url, database: database?.folder, milliseconds: performance.now() }));
} catch (error) {
  exitWith(error);
}
