import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { freshDatabase } from '@balcao/testing/database';

let folder: string;
let child: ChildProcess | undefined;
let printed: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-start-'));
  chmodSync(folder, 0o711);
  printed = '';
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts like `npm start`, without npm. */
function start(env: Record<string, string>): ChildProcess {
  child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../start.ts')], {
    env: { ...process.env, NODE_ENV: 'development', DATA_DIR: path.join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text));
  return child;
}

async function freePort(): Promise<{ port: number; server: net.Server }> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the TCP server has no port');
  return { port: address.port, server };
}

async function exitCode(running: ChildProcess): Promise<number | null> {
  if (running.exitCode === null) await once(running, 'exit');
  return running.exitCode;
}

test('wrong settings are listed by name, without a stack, and nothing starts', async () => {
  expect(await exitCode(start({ PORT: 'eighty', SANDBOX: 'perhaps' }))).toBe(1);
  expect(printed).toMatch(/PORT: .*\n.*SANDBOX: /);
  expect(printed).not.toMatch(/^\s+at /m);
});

test('a port in use is reported before anything is started', async () => {
  const { port, server } = await freePort();
  expect(await exitCode(start({ PORT: String(port) }))).toBe(1);
  server.close();
  expect(printed).toContain(`PORT: a porta ${port} já está em uso`);
  expect(printed).not.toMatch(/^\s+at /m);
});

test('a database that does not answer is reported with its setting', async () => {
  const { port, server } = await freePort();
  const { port: unused, server: gone } = await freePort();
  for (const one of [server, gone]) one.close();
  const running = start({ PORT: String(port), DATABASE_URL: `postgres://balcao:x@127.0.0.1:${unused}/balcao` });
  expect(await exitCode(running)).toBe(1);
  expect(printed).toContain('DATABASE_URL: não foi possível usar o banco de dados (ECONNREFUSED)');
});

test('an installation older than the first release is refused in Portuguese and English', async () => {
  const database = await freshDatabase(inject('databaseUrl'));
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    await client.query(`create schema kernel; create table kernel.company (id int);
      create table kernel.migration (name text primary key, checksum text not null, executed_at timestamptz not null default now());
      insert into kernel.migration (name, checksum) values ('0001-base', 'another'), ('0037-company-mark', 'gone')`);
    const { port, server } = await freePort();
    server.close();
    expect(await exitCode(start({ PORT: String(port), DATABASE_URL: database.url }))).toBe(1);
    expect(printed).toContain('versão do Balcão anterior ao primeiro lançamento');
    expect(printed).toContain('before the first release');
    expect(printed).toMatch(/MIGRATION_HISTORY in kernel: .*0037-company-mark/);
    expect(printed).not.toMatch(/^\s+at /m);
    const { rows } = await client.query('select name from kernel.migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(['0001-base', '0037-company-mark']);
  } finally {
    await client.end();
    await database.drop();
  }
});

test('one command starts the product and prints its address and the demo logins, and a signal stops it in order', async () => {
  const { port, server } = await freePort();
  server.close();
  const running = start({ PORT: String(port) });
  // Polled from the first response on: once it reports ready, people can log in.
  const ready = vi.waitFor(
    async () => {
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      return fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ana@balcao.local', password: 'balcao123' }),
      });
    },
    { timeout: 50_000, interval: 25 },
  );
  const up = vi.waitFor(() => expect(printed).toContain('Balcão no ar'), { timeout: 50_000 });
  await Promise.race([up.catch(() => undefined), exitCode(running)]);
  expect(printed).toContain('Balcão no ar');
  expect(printed).toContain(`http://127.0.0.1:${port}`);
  expect(printed).toContain('super@balcao.local');
  expect((await ready).status).toBe(200);
  // The login page promises a pending conversation and leads to it.
  const info = (await (await fetch(`http://127.0.0.1:${port}/api/platform/info`)).json()) as object;
  expect(info).toMatchObject({ demoLogin: { start: expect.stringMatching(/^\/tickets\/[\w-]{36}\?status=pending$/) } });
  running.kill('SIGTERM');
  expect(await exitCode(running)).toBe(0);
});
