import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { freshDatabase } from '@balcao/sdk/testing';
import { checkout, faraway, typed } from './typed.ts';

let place: Awaited<ReturnType<typeof faraway>>;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let running: ChildProcess | undefined;

beforeAll(async () => {
  place = await faraway();
  database = await freshDatabase(inject('databaseUrl'));
});
afterAll(async () => {
  if (running?.exitCode === null) {
    running.kill('SIGTERM');
    await once(running, 'exit');
  }
  await database?.drop();
  await place?.remove();
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

const patience = { timeout: 150_000, interval: 300 };

test(
  'a plugin from outside runs from its source in the product, and a saved server file is there in a moment',
  { timeout: 240_000 },
  async () => {
    await typed(place.folder, ['create', 'guest-book']);
    const plugin = join(place.folder, 'guest-book');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const data = join(place.folder, 'data');
    const { NODE_ENV: _test, ...env } = process.env;
    running = spawn(
      process.execPath,
      [join(checkout, 'sdk/cli/balcao.mjs'), 'dev', '--product-port', String(port), '--data-dir', data],
      { cwd: plugin, stdio: ['ignore', 'ignore', 'inherit'], env: { ...env, DATABASE_URL: database.url } },
    );
    const call = async <T>(method: string, path: string, body?: object, token = '') => {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, json: () => JSON.parse(text) as T };
    };
    const admin = { email: 'admin@balcao.local', password: 'balcao123' };
    const logIn = async (): Promise<string> =>
      (await call<{ token: string }>('POST', '/api/auth/login', admin)).json().token;
    let token = await vi.waitFor(logIn, patience);
    await vi.waitFor(async () => {
      token = await logIn();
      const switched = await call('PUT', '/api/settings/plugin:guest-book', { value: 'enabled' }, token);
      expect(switched.status).toBe(200);
    }, patience);

    const shown = (
      await call<{ id: string; entry: string }[]>('GET', '/api/platform/plugins', undefined, token)
    ).json();
    const entry = shown.find(({ id }) => id === 'guest-book')?.entry;
    expect(entry).toBe(`/@fs${plugin}/client/index.tsx`);
    const source = await call('GET', entry ?? '');
    expect([source.status, source.text]).toEqual([200, expect.stringContaining('import.meta.hot.accept')]);

    const routes = join(plugin, 'server', 'routes.ts');
    const text = await readFile(routes, 'utf8');
    const added = `host.route('GET', '/guest-book/ping', { access: 'signed-in', handle: async () => ({ pong: true }) });`;
    await writeFile(routes, text.replace('=> {\n', `=> {\n  ${added}\n`));
    await vi.waitFor(async () => {
      token = await logIn();
      const { status, text: answer } = await call('GET', '/api/guest-book/ping', undefined, token);
      expect([status, answer]).toEqual([200, '{"pong":true}']);
    }, patience);
  },
);
