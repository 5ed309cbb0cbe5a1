import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { memoryFlags } from '../start/memory.mjs';
import { median, quantile } from './figures.ts';
import { writePlugins } from './generated-plugins.ts';
import type { RunningNode } from './running-node.ts';
import { switching } from './switching.ts';
import { mb, ms, type Row } from './table.ts';

const admin = { email: 'admin@bench.local', password: 'Senha-123' };
const starts = 5;

interface Started {
  url: string;
  milliseconds: number;
  faults: string[];
  cpu: NodeJS.CpuUsage;
}
interface Measured {
  /** Milliseconds from the start of the process to its first response. */
  bootMs: number;
  /** Milliseconds of CPU time until then, independent of other load on the machine. */
  cpuMs: number;
  rss: number;
  heapUsed: number;
  /** Bytes on the wire that a browser receives before it shows anything. */
  page: number;
  list: number;
}

/** Signs a person in; absent: the platform's first one. */
export const logIn = async (url: string, person: { email: string; password: string } = admin): Promise<string> => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const { token } = (await response.json()) as { token: string };
  return token;
};

/** Starts a server in a separate process, with the plugins in its data folder. */
export const startNode = async (databaseUrl: string, dataDir: string): Promise<RunningNode> => {
  const child = fork(path.join(import.meta.dirname, 'node.ts'), [], {
    execArgv: [...memoryFlags],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      // Several data folders share one database.
      SESSION_SECRET: 'a secret of this measurement alone',
      ENCRYPTION_KEY: Buffer.alloc(32, 'k').toString('base64'),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  });
  const [started] = (await once(child, 'message')) as [Started];
  for (const fault of started.faults) console.error(fault);
  return {
    url: started.url,
    bootMs: started.milliseconds,
    cpuMs: (started.cpu.user + started.cpu.system) / 1_000,
    child,
    token: await logIn(started.url),
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
};

/** The nonce differs from page to page, but not in length. */
const wireBytes = async (url: string, token?: string): Promise<number> => {
  const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  return brotliCompressSync(Buffer.from((await response.text()).replace(/nonce="[^"]*"/g, 'nonce=""'))).length;
};

const measure = async (databaseUrl: string, dataDir: string): Promise<Measured> => {
  const node = await startNode(databaseUrl, dataDir);
  const { bootMs, cpuMs } = node;
  const page = await wireBytes(`${node.url}/login`);
  const list = await wireBytes(`${node.url}/api/platform/plugins`, node.token);
  node.child.send('memory');
  const [{ rss, heapUsed }] = (await once(node.child, 'message')) as [{ rss: number; heapUsed: number }];
  await node.stop();
  return { bootMs, cpuMs, rss, heapUsed, page, list };
};

const typical = (all: readonly Measured[]): Measured => {
  const of = (read: (one: Measured) => number): number => median(all.map(read));
  return {
    // The fastest of all: other load on the machine only adds to it.
    bootMs: Math.min(...all.map(({ bootMs }) => bootMs)),
    cpuMs: of((one) => one.cpuMs),
    rss: of((one) => one.rss),
    heapUsed: of((one) => one.heapUsed),
    page: of((one) => one.page),
    list: of((one) => one.list),
  };
};

const rowsOf = (none: Measured, half: Measured, all: Measured, count: number): Row[] => {
  const each = (read: (one: Measured) => number): number => (read(all) - read(none)) / count;
  const bootEach = each(({ bootMs }) => bootMs);
  const memoryEach = each(({ rss }) => rss);
  const linear = (all.cpuMs - half.cpuMs) / (half.cpuMs - none.cpuMs);
  const grown = all.page + all.list - none.page - none.list;
  const limitMs = 10;
  const limitBytes = 2 * 1024 * 1024;
  return [
    {
      what: `boot, for each of ${count} plugins`,
      figure: `${bootEach.toFixed(1)} ms`,
      limit: `${ms(none.bootMs)} without, ${ms(all.bootMs)} with`,
      ratio: bootEach / limitMs,
      goal: `< ${limitMs} ms`,
      met: bootEach < limitMs,
    },
    {
      what: 'boot, computing for the second half of them against the first',
      figure: `${ms(all.cpuMs - half.cpuMs)} against ${ms(half.cpuMs - none.cpuMs)}`,
      limit: `${each(({ cpuMs }) => cpuMs).toFixed(1)} ms each`,
      ratio: linear,
      goal: '≤ 1.3',
      met: linear <= 1.3,
    },
    {
      what: `memory, for each of ${count} plugins`,
      figure: `${Math.round(memoryEach / 1024)} kB`,
      limit: `${mb(none.rss)} without, ${mb(all.rss)} with`,
      ratio: memoryEach / limitBytes,
      goal: '< 2 MB',
      met: memoryEach < limitBytes,
      memory: `${Math.round(each(({ heapUsed }) => heapUsed) / 1024)} kB heap`,
    },
    {
      what: `first screen, grown by ${count} plugins that are off`,
      figure: `${grown} bytes`,
      limit: `page ${none.page}, list ${none.list}`,
      goal: '0 bytes',
      met: grown === 0,
    },
  ];
};

const switchRow = (delays: readonly number[]): Row => ({
  what: `a switch, until each browser at both nodes heard of it (${delays.length} times)`,
  figure: ms(median(delays)),
  limit: `${ms(1_000)}, slowest ${ms(quantile(delays, 1))}`,
  ratio: quantile(delays, 1) / 1_000,
  goal: '< 1 s, each',
  met: delays.every((milliseconds) => milliseconds < 1_000),
  p50: median(delays),
  p99: quantile(delays, 0.99),
});

/** Measures the cost of external plugins while nobody uses them, and how fast a switch takes effect everywhere. */
export const plugins = async (): Promise<Row[]> => {
  const home = await mkdtemp(path.join(tmpdir(), 'balcao-bench-plugins-'));
  const postgres = await startEmbeddedPostgres({ dataDir: home, password: databasePassword, log: console.error });
  try {
    const rounds = new Map<string, Measured[]>();
    for (const count of [0, 50, 100]) {
      const dataDir = path.join(home, `with-${count}`);
      await mkdir(path.join(dataDir, 'plugins'), { recursive: true });
      await writePlugins(path.join(dataDir, 'plugins'), count);
      // Unmeasured: it runs the migrations.
      await measure(postgres.url, dataDir);
      rounds.set(dataDir, []);
    }
    // Interleaved, because the machine is busy with other things too.
    for (let n = 0; n < starts; n += 1)
      for (const [dataDir, all] of rounds) all.push(await measure(postgres.url, dataDir));
    const [none, half, all] = [...rounds.values()].map(typical) as [Measured, Measured, Measured];
    const largest = [...rounds.keys()].at(-1) ?? '';
    const nodes = [await startNode(postgres.url, largest), await startNode(postgres.url, largest)] as const;
    const delays = await switching(...nodes);
    await Promise.all(nodes.map((node) => node.stop()));
    return [...rowsOf(none, half, all, 100), switchRow(delays)];
  } finally {
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
};
