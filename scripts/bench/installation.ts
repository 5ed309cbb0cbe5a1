import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { memoryFlags } from '../start/memory.mjs';

export interface Memory {
  rss: number;
  heapUsed: number;
  cpu: NodeJS.CpuUsage;
}

/** The measured server. */
export interface Server {
  url: string;
  /** Milliseconds from the start of the process to the first possible response. */
  bootMs: number;
  /** Memory after a garbage collection. */
  memory(): Promise<Memory>;
  /** Memory including garbage, as an operator of the machine sees it. */
  usage(): Promise<Memory>;
  stop(): Promise<void>;
}

export interface Installation {
  databaseUrl: string;
  dataDir: string;
  /** Connects as the owner of the tables. */
  owner: pg.Pool;
  /** Connects as the confined login: row-level security applies, as it does to the server. */
  confined: pg.Pool;
  /** The installation existed before, with its data. */
  isReused: boolean;
  startServer(): Promise<Server>;
  close(): Promise<void>;
}

const startServer = async (databaseUrl: string, dataDir: string, running: Set<Server>): Promise<Server> => {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'node.ts'), [], {
    execArgv: [...memoryFlags],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
  });
  const ended = once(child, 'exit');
  const message = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (message === undefined) throw new Error('the server exited before it was ready');
  const [{ url, milliseconds, faults }] = message as [{ url: string; milliseconds: number; faults: string[] }];
  for (const fault of faults) console.error(fault);
  let asked: Promise<unknown> = Promise.resolve();
  /** One request at a time: a response does not identify its request. */
  const ask = (what: 'memory' | 'usage'): Promise<Memory> => {
    const answer = asked.then(async () => {
      child.send(what);
      const [memory] = (await once(child, 'message')) as [Memory];
      return memory;
    });
    asked = answer;
    return answer;
  };
  const server: Server = {
    url,
    bootMs: milliseconds,
    memory: () => ask('memory'),
    usage: () => ask('usage'),
    async stop() {
      running.delete(server);
      if (child.connected) child.disconnect();
      await ended;
    },
  };
  running.add(server);
  return server;
};

/** Opens a PostgreSQL and a data folder, deleted afterwards unless `keep` names a folder for them. */
export const openInstallation = async (keepFolder?: string): Promise<Installation> => {
  const dataDir = keepFolder ? path.resolve(keepFolder) : await mkdtemp(path.join(tmpdir(), 'balcao-bench-'));
  const isKept = existsSync(path.join(dataDir, 'seeded'));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir,
    password: databasePassword,
    log: console.error,
  });
  const running = new Set<Server>();
  const owner = new pg.Pool({ connectionString: postgres.url, max: 4 });
  const confined = new pg.Pool({ connectionString: postgres.url, max: 10, options: '-c role=balcao_app' });
  // PostgreSQL stops before the last connection has quite closed.
  for (const pool of [owner, confined]) pool.on('error', () => undefined);
  return {
    databaseUrl: postgres.url,
    dataDir,
    owner,
    confined,
    isReused: isKept,
    startServer: () => startServer(postgres.url, dataDir, running),
    async close() {
      await Promise.all([...running].map((server) => server.stop()));
      await Promise.all([owner.end(), confined.end()]);
      await postgres.stop();
      if (!keepFolder) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
