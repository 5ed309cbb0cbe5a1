import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { databasePassword } from '@balcao/kernel/config';
import type { EmbeddedPostgres } from './index.ts';

const root = process.getuid?.() === 0;
let folder: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const outside: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-embedded-'));
  // As root the database runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  dataDir = path.join(folder, 'data');
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  for (const place of [folder, ...outside.splice(0)]) rmSync(place, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, password: databasePassword });
  running.push(database);
  return database;
}

async function stop(database: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(database), 1);
  await database.stop();
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // Besides the query: a killed server ends the connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const write = (database: EmbeddedPostgres) =>
  ask(database.url, `create table note (text text); insert into note values ('stored')`);
const read = (database: EmbeddedPostgres) => ask(database.url, 'select text from note');
const stored = [{ text: 'stored' }];
const pidOf = ({ folder }: EmbeddedPostgres) =>
  Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Reads as soon as the database answers again, for half a minute. */
async function readAgain(database: EmbeddedPostgres): Promise<unknown> {
  let rows: unknown;
  for (let tries = 0; rows === undefined && tries < 600; tries += 1) {
    await wait(50);
    rows = await read(database).catch(() => undefined);
  }
  return rows;
}

const socketOf = (database: EmbeddedPostgres): string | undefined => {
  const { searchParams, port } = new URL(database.url);
  const host = searchParams.get('host');
  return host === null ? undefined : path.join(host, `.s.PGSQL.${port}`);
};

test('A first start creates a durable database that sorts and searches in Portuguese, accessible with a password from this machine only', async () => {
  const database = await start();
  const settings = await ask(
    database.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'max_connections', 'TimeZone', 'listen_addresses', 'log_min_error_statement')`,
  );
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '200',
    TimeZone: 'UTC',
    listen_addresses: '127.0.0.1',
    log_min_error_statement: 'panic',
  });
  const names = await ask(database.url, `select x from unnest(array['Zé', 'Ávila', 'ana', 'Álvaro']) x order by x`);
  expect(names.map((row) => row.x)).toEqual(['Álvaro', 'ana', 'Ávila', 'Zé']);
  await ask(database.url, 'create extension pg_trgm');
  expect(await ask(database.url, `select similarity('ação', 'açãozinha') > 0.2 as alike`)).toEqual([{ alike: true }]);
  await expect(ask(database.url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
});

test('Data survive a restart and a stop, on the same address', async () => {
  const database = await start();
  await write(database);
  await database.restart();
  expect(await read(database)).toEqual(stored);
  await stop(database);
  const again = await start();
  expect(again.url).toBe(database.url);
  expect(await read(again)).toEqual(stored);
});

test('A second start on the same data folder is refused with an explanation, and the first continues', async () => {
  const database = await start();
  await write(database);
  await expect(startEmbeddedPostgres({ dataDir, password: databasePassword })).rejects.toMatchObject({
    code: 'ERR_DATABASE_IN_USE',
  });
  expect(await read(database)).toEqual(stored);
});

test('A lock file left by a power loss does not stop the start, even when another process now has its number', async () => {
  const database = await start();
  await write(database);
  const lock = path.join(database.folder, 'postmaster.pid');
  const text = readFileSync(lock, 'utf8');
  const socket = socketOf(database);
  await stop(database);
  for (const pid of ['99999998', String(process.pid)]) {
    writeFileSync(lock, [pid, ...text.split('\n').slice(1)].join('\n'));
    if (socket !== undefined) writeFileSync(`${socket}.lock`, [pid, ...text.split('\n').slice(1)].join('\n'));
    const again = await start();
    expect(await read(again)).toEqual(stored);
    await stop(again);
  }
});

test.runIf(process.platform !== 'win32')(
  'The product reaches its database by a socket that only its user may open, and other programs by TCP',
  async () => {
    const database = await start();
    const peer = `select coalesce(host(inet_client_addr()), 'socket') as peer`;
    expect(await ask(database.url, peer)).toEqual([{ peer: 'socket' }]);
    expect(statSync(path.dirname(socketOf(database) ?? '')).mode & 0o077).toBe(0);
    const tcp = new URL(database.url);
    tcp.search = '';
    expect(await ask(tcp.href, peer)).toEqual([{ peer: '127.0.0.1' }]);
    const wrong = new URL(database.url);
    wrong.password = 'guessed';
    await expect(ask(wrong.href, peer)).rejects.toMatchObject({ code: '28P01' });
  },
);

test('In a folder whose path is too long for a socket the database is reached by TCP', async () => {
  const deep = path.join(folder, 'a folder with a long name'.repeat(4));
  mkdirSync(deep, { mode: 0o711 });
  dataDir = path.join(deep, 'data');
  const database = await start();
  expect(socketOf(database)).toBeUndefined();
  await write(database);
  expect(await read(database)).toEqual(stored);
});

/** Starts the database in a process of its own, as `npm start` does, and kills that process. */
async function startAndKill(killGuard: boolean): Promise<number> {
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const { databasePassword: password } = await import(${JSON.stringify(import.meta.resolve('@balcao/kernel/config'))});
    await startEmbeddedPostgres({ dataDir: process.argv[1], password }); console.log('started'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const pid = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  if (killGuard) for (const guard of guardsOf(pid)) process.kill(guard, 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return pid;
}

function guardsOf(pid: number): number[] {
  const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  const below = children.flatMap((child) =>
    readFileSync(`/proc/${child}/task/${child}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
  return below.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0').includes(String(pid)));
}

const alive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

test.runIf(process.platform === 'linux')('When the product is killed, the database shuts down by itself', async () => {
  const pid = await startAndKill(false);
  for (let tries = 0; alive(pid) && tries < 200; tries += 1) await wait(50);
  expect(alive(pid)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'A database that survived a killed product is taken over without loss',
  async () => {
    const database = await start();
    await write(database);
    await stop(database);
    const pid = await startAndKill(true);
    expect(alive(pid)).toBe(true);
    const again = await start();
    expect(alive(pid)).toBe(false);
    expect(await read(again)).toEqual(stored);
  },
);

test('A database that stops while the product runs is started again on the same address', async () => {
  const database = await start();
  await write(database);
  process.kill(pidOf(database), 'SIGKILL');
  expect(await readAgain(database)).toEqual(stored);
});

test('A database that was killed while a connection was computing is started again once that connection ended', async () => {
  const database = await start();
  await write(database);
  const until = `clock_timestamp() + interval '3 seconds'`;
  const computing = ask(
    database.url,
    `do $$ declare until timestamptz := ${until}; begin while clock_timestamp() < until loop end loop; end $$`,
  ).catch(() => undefined);
  await wait(500);
  process.kill(pidOf(database), 'SIGKILL');
  await computing;
  expect(await readAgain(database)).toEqual(stored);
});

test('A database that was killed six times is started again, and a stop ends the attempts to start it', async () => {
  const database = await start();
  await write(database);
  for (let time = 1; time <= 6; time += 1) {
    process.kill(pidOf(database), 'SIGKILL');
    expect(await readAgain(database)).toEqual(stored);
  }
  const pid = pidOf(database);
  process.kill(pid, 'SIGKILL');
  await stop(database);
  await wait(1_000);
  expect(existsSync(path.join(database.folder, 'postmaster.pid')) && alive(pidOf(database))).toBe(false);
});

test('A database that is being started again can be stopped, and does not run afterwards', async () => {
  const database = await start();
  const pid = pidOf(database);
  process.kill(pid, 'SIGKILL');
  // The new server writes its number before it accepts connections.
  const isNew = () => {
    try {
      return pidOf(database) > 0 && pidOf(database) !== pid;
    } catch {
      // The new server removes the old file first.
      return false;
    }
  };
  while (!isNew()) await wait(2);
  await stop(database);
  expect(existsSync(path.join(database.folder, 'postmaster.pid'))).toBe(false);
});

test('A data folder that lost its secrets can still be opened', async () => {
  const database = await start();
  await write(database);
  await stop(database);
  rmSync(path.join(dataDir, 'secrets.json'));
  expect(await read(await start())).toEqual(stored);
});

test('Data of another PostgreSQL version are left unchanged, and the message says what to do', async () => {
  const database = await start();
  await stop(database);
  writeFileSync(path.join(database.folder, 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toMatchObject({ code: 'ERR_DATABASE_VERSION', message: expect.stringContaining('17') });
});

test('The error names a configured port that is taken', async () => {
  const database = await start();
  const port = Number(new URL(database.url).port);
  await expect(
    startEmbeddedPostgres({ dataDir: path.join(folder, 'other'), password: databasePassword, port }),
  ).rejects.toMatchObject({
    code: 'ERR_DATABASE_PORT',
    message: expect.stringContaining(String(port)),
  });
});

test.runIf(root)(
  'As root in a folder closed to others, the database is stored where its user has access, and is found again',
  async () => {
    mkdirSync(dataDir);
    chmodSync(folder, 0o700);
    const database = await start();
    outside.push(path.dirname(database.folder));
    expect(database.folder).toMatch(/^\/var\/lib\/balcao\//);
    expect(database.notice).toContain(database.folder);
    await write(database);
    await stop(database);
    chmodSync(folder, 0o711);
    const again = await start();
    expect(again.folder).toBe(database.folder);
    expect(await read(again)).toEqual(stored);
    await stop(again);
    rmSync(database.folder, { recursive: true });
    await expect(start()).rejects.toMatchObject({ code: 'ERR_DATABASE_GONE' });
  },
);

test('A temporary database leaves nothing behind', async () => {
  const database = await startEmbeddedPostgres({ ephemeral: true });
  await write(database);
  expect(await read(database)).toEqual(stored);
  await database.stop();
  expect(existsSync(path.dirname(database.folder))).toBe(false);
});
