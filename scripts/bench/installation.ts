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

/** The server under measure. */
export interface Server {
  url: string;
  /** From the start of the process to the first answer it can give. */
  bootMs: number;
  /** After a collection. */
  memory(): Promise<Memory>;
  /** As it stands, with what waits to be collected: what the operator of the machine sees. */
  usage(): Promise<Memory>;
  stop(): Promise<void>;
}

export interface Installation {
  databaseUrl: string;
  dataDir: string;
  /** As the owner of the tables. */
  owner: pg.Pool;
  /** As the confined login's role: row-level security holds it, as it holds the server. */
  confined: pg.Pool;
  /** It was there before, with its data. */
  isKept: boolean;
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
  const said = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (said === undefined) throw new Error('the server ended before it was ready');
  const [{ url, milliseconds, faults }] = said as [{ url: string; milliseconds: number; faults: string[] }];
  for (const fault of faults) console.error(fault);
  let asked: Promise<unknown> = Promise.resolve();
  /** One at a time: an answer does not say what was asked. */
  const ask = (what: 'memory' | 'usage'): Promise<Memory> => {
    const answer = asked.then(async () => {
      child.send(what);
      const [told] = (await once(child, 'message')) as [Memory];
      return told;
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

/** A PostgreSQL and a data folder of their own, thrown away afterwards unless `keep` names a folder for them. */
export const openInstallation = async (keep?: string): Promise<Installation> => {
  const dataDir = keep ? path.resolve(keep) : await mkdtemp(path.join(tmpdir(), 'balcao-bench-'));
  const isKept = existsSync(path.join(dataDir, 'seeded'));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir,
    password: databasePassword,
    log: console.error,
  });
  const running = new Set<Server>();
  const owner = new pg.Pool({ connectionString: postgres.url, max: 4 });
  const confined = new pg.Pool({ connectionString: postgres.url, max: 10, options: '-c role=balcao_app' });
  // PostgreSQL stops before the last of them has quite closed.
  for (const pool of [owner, confined]) pool.on('error', () => undefined);
  return {
    databaseUrl: postgres.url,
    dataDir,
    owner,
    confined,
    isKept,
    startServer: () => startServer(postgres.url, dataDir, running),
    async close() {
      await Promise.all([...running].map((server) => server.stop()));
      await Promise.all([owner.end(), confined.end()]);
      await postgres.stop();
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
