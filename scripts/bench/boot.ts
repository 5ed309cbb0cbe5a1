import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { median } from './figures.ts';
import type { Installation } from './installation.ts';
import { mb, ms, type Row } from './table.ts';

const librariesAlone = async (): Promise<number> => {
  const child = fork(path.join(import.meta.dirname, 'libraries.ts'), [], { execArgv: [] });
  const [milliseconds] = (await once(child, 'message')) as [number];
  await once(child, 'exit');
  return milliseconds;
};

const goalMs = 2_000;
const goalBytes = 180 * 1024 * 1024;

/** Measures a start on a database that is up to date, and the server's idle use. */
export const boot = async (installation: Installation): Promise<Row[]> => {
  const starts: number[] = [];
  const libraries: number[] = [];
  const memory: number[] = [];
  const heaps: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    libraries.push(await librariesAlone());
    const server = await installation.startServer();
    starts.push(server.bootMs);
    // Garbage of the first seconds is collected by itself, in time.
    const { rss, heapUsed } = await server.memory();
    memory.push(rss);
    heaps.push(heapUsed);
    await server.stop();
  }
  return [
    {
      what: 'boot, warm',
      figure: ms(median(starts)),
      limit: `${ms(median(libraries))} libraries alone`,
      ratio: median(libraries) / median(starts),
      goal: `≤ ${ms(goalMs)}`,
      met: median(starts) <= goalMs,
    },
    {
      what: 'memory of a node after a start',
      figure: mb(median(memory)),
      limit: `${mb(median(heaps))} of it heap`,
      goal: `≤ ${mb(goalBytes)}`,
      met: median(memory) <= goalBytes,
    },
  ];
};
