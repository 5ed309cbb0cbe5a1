import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { createDevMiddleware } from '../../../web-host/build/dev.ts';
import { startStandIn, type StandIn } from './simulated-server.ts';

const repository = join(import.meta.dirname, '..', '..', '..');
let root: string;
let plugin: string;
let browser: Browser;
let server: StandIn;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'balcao-dev-'));
  plugin = join(root, 'plugins', 'good');
  await mkdir(join(root, 'plugins'));
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  await cp(join(import.meta.dirname, 'fixtures', 'good'), plugin, { recursive: true });
  await cp(join(import.meta.dirname, 'fixtures', 'manifest.ts'), join(root, 'plugins', 'manifest.ts'));
  server = await startStandIn({
    plugins: [{ id: 'good', dir: plugin, build: { sdk: '', hash: '', entry: '', files: {} } }],
    dev: (httpServer) => createDevMiddleware({ root, httpServer }),
  });
  server.on.add('good');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(root, { recursive: true, force: true });
});

const edit = async (name: string, change: (text: string) => string) => {
  const file = join(plugin, 'client', name);
  await writeFile(file, change(await readFile(file, 'utf8')));
};

test('In development a saved component or plugin is shown without a reload, and typed text stays', async () => {
  const page = await browser.newPage();
  // The first page compiles its modules.
  await page.goto(`${server.url}/good`, { timeout: 90_000 });
  await page.getByText('Olá, Ana Prado').waitFor({ timeout: 90_000 });
  await page.getByLabel('draft').fill('half a sentence');
  await edit('GoodPage.tsx', (text) => text.replace('<h1>', '<h1>Saved: '));
  await page.getByText('Saved: Olá, Ana Prado').waitFor();
  await expect.poll(() => page.getByLabel('draft').inputValue()).toBe('half a sentence');
  for (const [title, next, shown] of [
    ['title', 'menu', 'Página boa'],
    ['menu', 'title', 'Bom'],
  ] as const) {
    await edit('index.tsx', (text) => text.replace(`title: '${title}'`, `title: '${next}'`));
    await expect.poll(() => page.title()).toContain(shown);
    // A replaced part would stay hidden, with its text, until the new one is loaded.
    await page.getByText('Saved: Olá, Ana Prado').waitFor();
    expect(await page.getByLabel('draft').inputValue()).toBe('half a sentence');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('draft');
  }
  await page.close();
});
