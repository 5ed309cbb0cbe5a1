import { constants, setPriority } from 'node:os';
import type { Kernel } from '@balcao/kernel';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword, type Config } from '@balcao/kernel/config';
import { startServerBuild, type ServerBuild } from '../server-build/index.ts';
import { demoLogin, greeting } from './greeting.ts';
import { checkPort, configOrExit, exitWith } from './problems.ts';
import { releaseStartMemory } from './release-memory.ts';
import { stopOnSignal } from './stop.ts';

/** Starts the product. Without `build` this code runs from source, and the next start finds it built. */
export const start = async (build: ServerBuild | undefined): Promise<void> => {
  const config = configOrExit();
  try {
    await run(config, build);
  } catch (error) {
    exitWith(error);
  }
};

const run = async (config: Config, build: ServerBuild | undefined): Promise<void> => {
  await checkPort(config);
  // Loading the kernel's code, building stale parts and starting the database wait for different things, so they run in
  // parallel.
  const loading = import('@balcao/kernel');
  const building = import('../../web-host/build/index.ts').then((build) => build.buildStale({ log: console.log }));
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
  const demo = config.production ? undefined : await import('../demo/index.ts');
  const kernel: Kernel = await startKernel({
    config,
    databaseUrl,
    ...(build && { moduleOf: build.moduleOf }),
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
  if (build === undefined) prepareNextStart();
};

/** Builds the server code for the next start, with little of the processor. */
const prepareNextStart = (): void => {
  const child = startServerBuild();
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const end = (): void => void child.kill();
  process.once('exit', end);
  child.once('close', () => process.removeListener('exit', end));
  child.stderr?.pipe(process.stderr);
  child.unref();
};
