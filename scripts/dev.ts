import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { restartsServer } from './dev/restarts.ts';
import { watchFolder } from './dev/watch.ts';
import { buildStale } from '../web-host/build/index.ts';
import { checkPort, configOrExit, exitWith } from './start/problems.ts';
import { stopOnSignal } from './start/stop.ts';

const root = path.resolve(import.meta.dirname, '..');
const config = configOrExit();
await checkPort(config).catch(exitWith);
// External plugins, and everything without hot reload, come from their builds.
await buildStale({ log: console.log }).catch(exitWith);
const database = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: config.dataDir, password: databasePassword, log: console.error }).catch(
      exitWith,
    );

let server: ChildProcess | undefined;
let first = true;
let stopping = false;

function start(): void {
  const child = spawn(process.execPath, [path.join(root, 'scripts/dev/server.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(database && { DATABASE_URL: database.url, BALCAO_DATABASE_FOLDER: database.folder }),
      BALCAO_FIRST_START: first ? '1' : '0',
    },
  });
  first = false;
  server = child;
  child.once('exit', (code) => {
    // A server that was stopped for a restart is being replaced already.
    if (server !== child) return;
    server = undefined;
    if (!stopping && code !== 0) console.log('O servidor parou; ele volta quando um arquivo for salvo.');
  });
}

async function stop(): Promise<void> {
  const child = server;
  if (!child) return;
  server = undefined;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(force);
}

let waiting: NodeJS.Timeout | undefined;
let restarting = Promise.resolve();

/** Saving several files, or one file in several steps, counts as one change. */
function changed(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    restarting = restarting.then(async () => {
      if (stopping) return;
      await stop();
      start();
    });
  }, 80);
}

const isPlugin = (folder: string): boolean => existsSync(path.join(folder, 'manifest.ts'));
const watched = [
  ...['kernel', 'sdk', 'plugins'].map((name) => [path.join(root, name), name] as const),
  // A folder of plugins, or a single plugin's own.
  ...config.pluginsPath.map(
    (folder) => [folder, isPlugin(folder) ? `plugins/${path.basename(folder)}` : 'plugins'] as const,
  ),
];
for (const [folder, name] of watched) {
  watchFolder(folder, (file) => {
    if (restartsServer(`${name}/${file}`)) changed();
  });
}

stopOnSignal(async () => {
  stopping = true;
  await restarting;
  await stop();
  await database?.stop();
});
start();
