// The server that `npm run dev` restarts; the supervisor passes its database by DATABASE_URL.
import { startKernel, type Fault, type Kernel } from '@balcao/kernel';
import { createDevMiddleware } from '../../web-host/build/dev.ts';
import { firstPlace, seedDemo } from '../demo/index.ts';
import { demoLogin, greeting } from '../start/greeting.ts';
import { configOrExit, exitWith } from '../start/problems.ts';
import { faultsText } from './faults-text.ts';

const config = configOrExit();
let faults: readonly Fault[] = [];
try {
  const prepared = Promise.withResolvers<void>();
  const kernel: Kernel = await startKernel({
    config,
    prepared: prepared.promise,
    databaseUrl: config.databaseUrl ?? '',
    demo: { ...demoLogin, start: () => firstPlace(kernel) },
    dev: (httpServer) => createDevMiddleware({ httpServer, plugins: config.pluginsPath, faults: () => faults }),
  });
  ({ faults } = kernel.registry);
  await seedDemo(kernel);
  prepared.resolve();
  if (process.env.BALCAO_FIRST_START === '1') {
    console.log(
      greeting({
        config,
        url: kernel.url,
        database: process.env.BALCAO_DATABASE_FOLDER,
        milliseconds: performance.now(),
      }),
    );
  } else {
    console.log(`Servidor de volta em ${Math.round(performance.now())} ms`);
  }
  if (faults.length > 0) console.error(`\n${faultsText(faults)}\n`);
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      kernel.close().then(
        () => process.exit(0),
        (error: unknown) => exitWith(error),
      );
    });
  }
} catch (error) {
  exitWith(error);
}
