import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { freshDatabase } from '@balcao/testing/database';
import { checkout, temporaryFolder, runBalcao } from './run-balcao.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let running: ChildProcess | undefined;
/** The running command, which tests leave to the next one: every start is that of a whole product. */
let present: Running | undefined;
/** Returns the output of the command so far. */
let output = '';

beforeAll(async () => {
  place = await temporaryFolder();
  database = await freshDatabase(inject('databaseUrl'));
});
async function stop(): Promise<void> {
  present = undefined;
  if (running?.exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}
afterAll(async () => {
  await stop();
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

interface Running {
  plugin: string;
  url: string;
  call<T>(
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<{ status: number; text: string; json(): T }>;
  logIn(): Promise<string>;
}

async function startDev(plugin: string, ...args: string[]): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { NODE_ENV: _test, ...env } = process.env;
  const options = ['--product-port', String(port), '--data-dir', join(place.folder, 'data'), ...args];
  running = spawn(process.execPath, [join(checkout, 'sdk/cli/balcao.mjs'), 'dev', ...options], {
    cwd: plugin,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, NO_COLOR: '1', DATABASE_URL: database.url },
  });
  output = '';
  for (const stream of [running.stdout, running.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const call: Running['call'] = async (method, path, body, token = '') => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };
  const admin = { email: 'admin@balcao.local', password: 'balcao123' };
  const logIn = async (): Promise<string> =>
    (await call<{ token: string }>('POST', '/api/auth/login', admin)).json().token;
  present = { plugin, url, call, logIn };
  return present;
}

/** Returns what the test before left running, or starts it. */
const dev = async (): Promise<Running> => present ?? startDev(join(place.folder, 'guest-book'));

test(
  'A third-party plugin runs from its source in the product, and a saved server file takes effect in a moment',
  { timeout: 240_000 },
  async () => {
    await runBalcao(place.folder, ['create', 'guest-book']);
    const { plugin, call, logIn } = await dev();
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

test(
  'A fault in a server file is shown with code, cause and fix in the terminal and in the browser',
  { timeout: 240_000 },
  async () => {
    const { plugin, url } = await dev();
    const page = async (): Promise<string> => (await fetch(url, { headers: { accept: 'text/html' } })).text();
    expect(await vi.waitFor(page, patience)).not.toContain('balcao-faults');
    const routes = join(plugin, 'server', 'routes.ts');
    const text = await readFile(routes, 'utf8');
    await writeFile(routes, text.replace("access: 'guest-book:view'", "access: 'guest-book:look' as 'signed-in'"));
    await vi.waitFor(() => expect(output).toContain('PERMISSION_UNDECLARED'), patience);
    await vi.waitFor(() => expect(output).toContain('→ Declare "guest-book:look" under permissions'), patience);
    const shown = await vi.waitFor(async () => {
      const html = await page();
      expect(html).toContain('balcao-faults');
      return html;
    }, patience);
    expect(shown).toContain('Declare &quot;guest-book:look&quot; under permissions');
    await writeFile(routes, text);
    await vi.waitFor(async () => expect(await page()).not.toContain('balcao-faults'), patience);
  },
);

test(
  'An edited unreleased migration is reported with the advice balcao dev --reset, which recreates the tables and keeps the toggle',
  { timeout: 240_000 },
  async () => {
    const { plugin, url } = await dev();
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), patience);
    const file = join(plugin, 'migrations', 'index.ts');
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace('body text', 'rank int not null default 0, body text'),
    );
    await vi.waitFor(() => expect(output).toMatch(/MIGRATION_EDITED[\s\S]*balcao dev --reset/), patience);
    await stop();
    const { call, logIn } = await startDev(plugin, '--reset');
    await vi.waitFor(async () => {
      const { status } = await call('GET', '/api/guest-book', undefined, await logIn());
      expect(status).toBe(200);
    }, patience);
    expect(output).toContain('The tables of guest-book were dropped');
  },
);
