import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { freshDatabase, Person } from '@balcao/sdk/testing';
import { launchBrowser } from './browser.ts';
import { rootOf } from './import-rules.ts';
import { openRow, showWaiting } from './product/desk.ts';
import { logIn, password } from './product/product.ts';

const root = rootOf(import.meta.dirname);
const plugins = ['acme-satisfaction', 'acme-sms', 'acme-urgency'];
const token = 'token-da-acme';

let folder: string;
let database: { url: string; drop(): Promise<void> };
let product: ChildProcess;
let url: string;
let browser: Browser;
let page: Page;
let admin: Person;
let hostBefore: string;
const dataDir = (): string => path.join(folder, 'data');

const balcao = async (cwd: string, ...args: string[]): Promise<string> => {
  const file = path.join(root, 'sdk/cli/balcao.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
    cwd,
    env: { ...process.env, DATA_DIR: dataDir() },
  });
  return stdout;
};

/** Kernel and web host, built parts included, as one hash. */
const hashOfHost = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const part of ['kernel', 'web-host']) {
    const files = await readdir(path.join(root, part), { recursive: true, withFileTypes: true });
    const names = files
      .filter((file) => file.isFile() && !file.parentPath.includes('node_modules'))
      .map((file) => path.join(file.parentPath, file.name));
    for (const name of names.toSorted()) hash.update(name).update(await readFile(name));
  }
  return hash.digest('hex');
};

/** `npm start`, without npm. */
const startProduct = async (): Promise<void> => {
  let printed = '';
  product = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: await freePort(),
      DATA_DIR: dataDir(),
      DATABASE_URL: database.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [product.stdout, product.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text));
  await vi.waitFor(() => expect(printed).toContain('Balcão no ar'), { timeout: 60_000, interval: 50 });
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
};
const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
};
const stopProduct = async (): Promise<void> => {
  if (product.exitCode !== null) return;
  product.kill('SIGTERM');
  await once(product, 'exit');
};

const person = async (email: string): Promise<Person> => {
  const nobody = new Person(url, { id: 0, email: '', password: '', token: '' });
  const { body } = await nobody.post<{ token: string; user: { id: number } }>('/auth/login', { email, password });
  return new Person(url, { id: body.user.id, email, password, token: body.token });
};
const windowOf = async (email: string): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(15_000);
  const opened = await context.newPage();
  await opened.goto(`${url}/login`);
  await logIn(opened, email);
  await opened.waitForURL('**/tickets');
  return opened;
};
const turn = async (plugin: string, on: boolean): Promise<void> => {
  const { status } = await admin.put('/companySettings', {
    column: `plugin:${plugin}`,
    data: on ? 'enabled' : 'disabled',
  });
  expect(status).toBe(200);
};
const inMenu = (name: string) => page.getByRole('navigation').getByRole('link', { name });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balcao-strangers-'));
  [database, browser] = await Promise.all([freshDatabase(inject('databaseUrl')), launchBrowser()]);
  await startProduct();
  hostBefore = await hashOfHost();
});
afterAll(async () => {
  await browser?.close();
  await stopProduct();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

test('plugins written outside are checked, packed and installed into a running product, off for everybody', async () => {
  admin = await person('admin@balcao.local');
  for (const plugin of plugins) {
    const source = path.join(folder, plugin);
    await cp(path.join(import.meta.dirname, 'strangers', plugin), source, { recursive: true });
    await balcao(source, 'pack');
    const added = await balcao(folder, 'add', path.join(source, `${plugin}-1.0.0.tgz`), '--yes');
    expect(added).toContain('the running product has taken it up');
  }
  expect(await balcao(folder, 'list')).toMatch(/acme-satisfaction[^]*acme-sms[^]*acme-urgency/);
  const { body } = await (
    await person('super@balcao.local')
  ).get<{ plugins: { id: string; state: string }[] }>('/platform/installed');
  expect(body.plugins.filter(({ id }) => plugins.includes(id)).map(({ state }) => state)).toEqual(
    plugins.map(() => 'running'),
  );
  expect((await admin.get('/satisfaction')).status).toBe(404);
  // Not the admin's: one person has one session.
  page = await windowOf('gestor@balcao.local');
  await expect.poll(() => inMenu('Satisfação').count()).toBe(0);
});

test('a page comes and goes in an open window; what ends is noted in it, and another company has none of it', async () => {
  await turn('acme-satisfaction', true);
  await inMenu('Satisfação').waitFor();
  await inMenu('Satisfação').click();
  await page.getByText('Nenhum atendimento encerrado').waitFor();
  const { body } = await admin.get<{ tickets: { id: number; contact: { name: string } }[] }>(
    '/tickets?status=open&showAll=true',
  );
  const [ticket] = body.tickets;
  await admin.put(`/tickets/${ticket?.id}`, { status: 'closed' });
  await vi.waitFor(
    async () => expect((await admin.get<{ scores: object[] }>('/satisfaction')).body.scores).toHaveLength(1),
    { timeout: 10_000 },
  );
  await page.reload();
  const note = page.getByRole('combobox', { name: `Nota de ${ticket?.contact.name}` });
  await note.click();
  await page.getByRole('option', { name: '5' }).click();
  await page.getByText('Média 5').waitFor();
  const other = await person('admin@outra.local');
  expect((await other.get('/satisfaction')).status).toBe(404);
});

test('a panel and a filter stand inside the ticket screen that the plugin does not own', async () => {
  await turn('acme-urgency', true);
  await page.goto(`${url}/tickets`);
  await page.getByRole('tab', { name: /^Atendendo/ }).click();
  const row = page.getByRole('option').first();
  const name = (await row.getAttribute('aria-label'))?.split(',')[0] ?? '';
  await openRow(page, name);
  const urgency = page.getByRole('combobox', { name: 'Urgência' }).last();
  await urgency.click();
  await page.getByRole('option', { name: 'Alta' }).click();
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.locator('#ticket-filters').getByRole('combobox', { name: 'Urgência' }).click();
  await page.getByRole('option', { name: 'Alta' }).click();
  await vi.waitFor(async () => expect(await page.getByRole('listbox').first().getByRole('option').count()).toBe(1));
});

test('a component that one of them exposes stands in the panel of the other, and leaves it when its plugin is switched off', async () => {
  await page.getByText('Média 5').waitFor();
  await turn('acme-satisfaction', false);
  await page.getByText('Média 5').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Urgência' }).last().waitFor();
  await turn('acme-satisfaction', true);
  await page.getByText('Média 5').waitFor();
});

test('a channel of their own carries a conversation both ways', async () => {
  const taken: { to: string; text: string }[] = [];
  const gateway: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      taken.push(JSON.parse(body) as { to: string; text: string });
      response.setHeader('content-type', 'application/json').end(`{"id":"out-${taken.length}"}`);
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  try {
    await turn('acme-sms', true);
    const { port } = gateway.address() as AddressInfo;
    for (const [column, data] of [
      ['smsGatewayUrl', `http://127.0.0.1:${port}`],
      ['smsGatewayToken', token],
    ])
      expect((await admin.put('/companySettings', { column, data })).status).toBe(200);
    const queues = await admin.get<{ id: number }[] | { queues: { id: number }[] }>('/queue');
    const [queue] = Array.isArray(queues.body) ? queues.body : queues.body.queues;
    const made = await admin.post<{ id: number }>('/whatsapp', {
      name: 'SMS da loja',
      channel: 'acme-sms',
      keyWordQueueId: queue?.id,
    });
    expect(made.status).toBe(200);
    const { body } = await admin.get<{ path: string }>(`/acme-sms/${made.body.id}/address`);
    const raw = JSON.stringify({
      kind: 'message',
      id: 'in-1',
      from: '5511988887777',
      text: 'Vocês entregam hoje?',
      at: new Date().toISOString(),
    });
    const deliver = (signature: string) =>
      fetch(url + body.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        body: raw,
      });
    expect((await deliver('sha256=forged')).status).toBe(401);
    const signature = `sha256=${createHmac('sha256', token).update(raw).digest('hex')}`;
    expect((await deliver(signature)).status).toBe(200);
    expect((await deliver(signature)).status).toBe(200);
    await page.goto(`${url}/tickets`);
    await showWaiting(page);
    await openRow(page, '5511988887777');
    await page.getByRole('button', { name: 'Aceitar' }).last().click();
    const composer = page.getByRole('textbox', { name: /^Mensagem para/ });
    await composer.fill('Entregamos até as 18h.');
    await composer.press('Enter');
    await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 10_000 });
    expect(taken[0]).toMatchObject({ to: '5511988887777', text: 'Entregamos até as 18h.' });
  } finally {
    gateway.close();
  }
});

test('switched off they leave the open window, and nothing of the host was changed by any of it', async () => {
  for (const plugin of plugins) await turn(plugin, false);
  await inMenu('Satisfação').waitFor({ state: 'detached' });
  expect((await admin.get('/satisfaction')).status).toBe(404);
  expect(await hashOfHost()).toBe(hostBefore);
});
