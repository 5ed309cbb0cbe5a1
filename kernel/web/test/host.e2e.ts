import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { buildStale, hostDist } from '../../../web-host/build/index.ts';
import { firstLoadBudgetBytes, measureFirstLoad } from '../../../web-host/build/size.ts';
import { entryAddress } from '../installed-client.ts';
import { installEntry, installFixtures } from './installed.ts';
import { startStandIn, type StandIn } from './simulated-server.ts';

const fixtures = [
  'good',
  'throws-at-import',
  'hangs-at-import',
  'throws-in-setup',
  'breaks',
  'tampered',
  'switched',
  'own-react',
];

let browser: Browser;
let server: StandIn;
let installed: Awaited<ReturnType<typeof installFixtures>>;
/** The window of most tests, which would spend most of their time in opening one. */
let shared: BrowserContext | undefined;
let context: BrowserContext;
let page: Page;
let violations: string[];
let errors: string[];
let reports: string[];

beforeAll(async () => {
  await buildStale({ log: console.log, pluginFolders: [] });
  installed = await installFixtures(fixtures);
  const tampered = installed.find(({ id }) => id === 'tampered');
  appendFileSync(join(tampered?.dir ?? '', 'dist', 'client.js'), '\nconsole.log("not what was built");');
  // A server parses it as code, but as a module, which every browser runs it as, it is invalid.
  installed.push(await installEntry('unreadable', 'function own() { var await = 1; } export default own;'));
  server = await startStandIn({ hostDist, plugins: installed });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const openWindow = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const opened = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  await opened.exposeFunction('violated', (text: string) => violations.push(text));
  await opened.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      (window as unknown as { violated(text: string): void }).violated(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  return opened;
};
const openPage = async (): Promise<void> => {
  page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().endsWith('/platform/browser-failures')) return;
    const { plugin, what } = request.postDataJSON() as { plugin: string; what: string };
    reports.push(`${plugin} ${what}`);
  });
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
};

beforeEach(async () => {
  server.on = new Set(['good']);
  server.together = false;
  server.signedIn = true;
  server.expired.clear();
  server.calls.length = 0;
  violations = [];
  errors = [];
  reports = [];
  // A service worker would fetch what a test refuses.
  context = shared ??= await openWindow({ serviceWorkers: 'block' });
  await openPage();
  // Removes the stored data of an earlier test before the first page runs.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('begun') !== null) return;
    localStorage.clear();
    sessionStorage.setItem('begun', '');
  });
});
afterEach(async ({ task }) => {
  for (const one of context.pages()) await one.close();
  await context.clearCookies();
  if (task.result?.state !== 'fail' && context === shared) return;
  await context.close();
  if (context === shared) shared = undefined;
});

const open = (path: string) => page.goto(`${server.url}${path}`);
const good = () => page.getByTestId('good');
/** Plugins whose failure the page reported to the platform, and how they failed. */
const reportedFailures = () => [...new Set(reports)].toSorted();
const tile = () => page.getByText('Esta parte não carregou.');
/** Waits until the page has caught up. */
const soon = <T>(read: () => Promise<T> | T) => expect.poll(read);
/** Calls the SDK as a page of the host does. */
const inPage = (code: string) => page.evaluate(`import('@balcao/sdk/client').then((sdk) => { ${code} })`);

test('A signed-in person lands on the page that a plugin names, in their language, and the policy refuses nothing', async () => {
  await page.close();
  // With a service worker, and nothing cached, as at the first visit.
  context = await openWindow();
  await openPage();
  await open('/login');
  await page.waitForURL('**/good');
  await soon(() => good().innerText()).toContain('Olá, Ana Prado');
  await soon(() => page.title()).toBe('Bom · Clínica Aurora · Balcão');
  await page.getByRole('button', { name: '42' }).waitFor();
  const button = page.getByRole('button', { name: '42' });
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
  expect(violations).toEqual([]);
  expect(errors.filter((text) => !text.includes('404'))).toEqual([]);
});

test('Only the texts of the current language are fetched, and another language when it is chosen', async () => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await open('/good');
  await good().waitFor();
  expect(fetched.filter((path) => /plugins\/good\/.*\/(en|es)-/.test(path))).toEqual([]);
  await inPage(`return sdk.setLanguage('es')`);
  await soon(() => good().innerText()).toContain('Hola, Ana Prado');
});

for (const [how, together] of [
  ['each in a file of its own', false],
  ['whose entries lie in one file', true],
] as const)
  test(`Plugins ${how} that throw, hang, fail in setup or were tampered with show nothing and do not affect others`, async () => {
    server.on = new Set(fixtures);
    server.together = together;
    const entries: string[] = [];
    page.on('request', (request) => entries.push(new URL(request.url()).pathname));
    await open('/good');
    await soon(() => good().innerText()).toContain('Olá, Ana Prado');
    await soon(() => page.getByText('4 módulos não carregaram').count()).toBe(1);
    await soon(reportedFailures).toEqual([
      'breaks render',
      'hangs-at-import late',
      'tampered import',
      'throws-at-import import',
      'throws-in-setup setup',
    ]);
    const body = await page.locator('body').innerText();
    expect(body).not.toContain('HALF');
    expect(body).not.toContain('TAMPERED');
    expect(errors.some((text) => text.includes('integrity'))).toBe(true);
    expect(violations).toEqual([]);
    // Code that was changed after the build is in no combined file of the server, nor are chunks that the build
    // itself split.
    const own = entries.filter((path) => path.endsWith('/client.js')).map((path) => path.split('/')[2]);
    if (together) {
      expect(own).toContain('tampered');
      // A failed plugin may be fetched again by its own address; running ones are not.
      expect(own.filter((id) => id === 'good' || id === 'breaks')).toEqual([]);
    }
  });

test('An entry that no browser can parse fails alone, and those in the same file are fetched separately', async () => {
  server.on = new Set(['good', 'switched', 'unreadable']);
  server.together = true;
  await open('/good');
  await soon(() => good().innerText()).toContain('Olá, Ana Prado');
  await soon(() => page.locator('a[href="/switched"]').count()).toBeGreaterThan(0);
  await soon(reportedFailures).toEqual(['unreadable import']);
  await soon(() => page.getByText('1 módulo não carregou').count()).toBe(1);
});

test('A plugin whose combined file did not arrive is fetched separately, and its lazy parts are its own', async () => {
  server.on = new Set(['good', 'breaks']);
  server.together = true;
  await page.route('**/host/start/**', (route) => route.abort());
  await open('/breaks/lazy');
  await soon(() => page.getByTestId('lazy').innerText()).toBe('arrived after all');
  await page.unroute('**/host/start/**');
  const entries: string[] = [];
  page.on('request', (request) => entries.push(new URL(request.url()).pathname));
  await open('/breaks/lazy');
  await soon(() => page.getByTestId('lazy').innerText()).toBe('arrived after all');
  expect(entries.filter((path) => path.startsWith('/host/start/'))).toHaveLength(1);
  expect(entries.filter((path) => path.endsWith('/client.js'))).toEqual([]);
});

for (const [path, what] of [
  ['/breaks/render', 'throws while rendering'],
  ['/breaks/effect', 'throws in an effect'],
  ['/own', 'brought a React of its own'],
] as const) {
  test(`A page that ${what} shows a small tile with a button, and the rest works`, async () => {
    server.on = new Set(['good', 'breaks', 'own-react']);
    await open(path);
    await soon(() => page.locator('main').getByText('Esta parte não carregou.').count()).toBe(1);
    await soon(reportedFailures).toContain(`${path === '/own' ? 'own-react' : 'breaks'} render`);
    await page.locator('a[href="/good"]').first().click();
    await soon(() => good().innerText()).toContain('Olá, Ana Prado');
  });
}

test('A page that waits for ever is replaced by a tile', async () => {
  server.on = new Set(['breaks']);
  await page.clock.install();
  await open('/breaks/waits');
  // Its notice failed too: the plugin has arrived.
  await soon(reportedFailures).toContain('breaks render');
  await soon(async () => {
    await page.clock.fastForward('00:05');
    return page.locator('main').getByText('Esta parte não carregou.').count();
  }).toBe(1);
});

test('A page whose code did not arrive is fetched again by its button', async () => {
  server.on = new Set(['breaks']);
  // Refused both times: preloaded, and when it is drawn.
  let isRefused = true;
  await page.route(/LazyPage\.js/, (route) => (isRefused ? route.abort() : route.continue()));
  await open('/breaks/lazy');
  const main = page.locator('main');
  await main.getByText('Esta parte não carregou.').waitFor();
  isRefused = false;
  await main.getByRole('button', { name: 'Tentar de novo' }).click();
  await soon(() => page.getByTestId('lazy').innerText()).toBe('arrived after all');
});

test('A plugin that did not arrive is fetched again when the page is live, and then by the notice', async () => {
  let asked = 0;
  await page.route(/plugins\/good\/.*client\.js/, async (route) => {
    asked += 1;
    await (asked <= 2 ? route.abort() : route.continue());
  });
  await open('/good');
  await soon(() => asked).toBe(2);
  await page.getByText('1 módulo não carregou').click();
  await soon(() => good().innerText()).toContain('Olá, Ana Prado');
  await expect.poll(() => tile().count()).toBe(0);
});

test('A module appears at once when it is switched on, and people on its page are moved away with a notice when it is switched off', async () => {
  await open('/good');
  await soon(() => good().getAttribute('data-joined')).toBe('true');
  server.on.add('switched');
  server.tell('kernel.company', {}, 'module', { plugin: 'switched', on: true });
  await page.locator('a[href="/switched"]').first().click();
  await page.getByTestId('switched').waitFor();
  server.on.delete('switched');
  server.tell('kernel.company', {}, 'module', { plugin: 'switched', on: false });
  await page.getByText('O módulo “Quadro” foi desligado por um administrador.').first().waitFor();
  await soon(() => new URL(page.url()).pathname).not.toBe('/switched');
  await expect.poll(() => page.locator('a[href="/switched"]').count()).toBe(0);
});

test('A page follows settings and switches from live updates without a request, and fetches after a lost connection', async () => {
  server.on.add('switched');
  await open('/good');
  await soon(() => good().getAttribute('data-joined')).toBe('true');
  const link = () => page.locator('a[href="/switched"]').count();
  await expect.poll(link).toBeGreaterThan(0);
  // Requests after the page is live.
  await expect.poll(() => server.calls).toContain('GET /api/platform/plugins');
  await expect.poll(() => server.calls).toContain('GET /api/auth/me');
  await page.waitForLoadState('networkidle');
  const entry = installed.find(({ id }) => id === 'switched');
  if (!entry) throw new Error('the fixture is not there');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const calls = server.calls.length;
  const tell = (event: string, data: object): void => server.tell('kernel.company', {}, event, data);
  for (let turn = 0; turn < 3; turn += 1) {
    tell('setting', { key: 'colour', value: `colour ${turn}` });
    tell('setting', { superOnly: true });
    tell('module', { plugin: 'switched', on: false });
    await expect.poll(link).toBe(0);
    tell('module', {
      plugin: 'switched',
      on: true,
      entry: { id: 'switched', version: '1.0.0', entry: entryAddress(entry) },
    });
    await expect.poll(link).toBeGreaterThan(0);
  }
  expect([requests, server.calls.slice(calls)]).toEqual([[], []]);
  server.cut();
  await expect.poll(() => server.calls.slice(calls)).toContain('GET /api/auth/me');
  await expect.poll(() => server.calls.slice(calls)).toContain('GET /api/platform/plugins');
});

test('Live messages arrive, also after the connection was lost', async () => {
  await open('/good');
  await soon(() => good().getAttribute('data-joined')).toBe('true');
  server.tell('good.news', {}, 'news', 'first');
  await soon(() => good().locator('output').innerText()).toBe('first');
  server.cut();
  await soon(() => good().getAttribute('data-joined')).toBe('false');
  await soon(() => good().getAttribute('data-joined')).toBe('true');
  server.tell('good.news', {}, 'news', 'second');
  await soon(() => good().locator('output').innerText()).toBe('second');
});

test('A page fetches the code of live messages again when it did not arrive, and is live then', async () => {
  let asked = 0;
  await page.route(/\/socket-[\w-]+\.js/, (route) => ((asked += 1) <= 2 ? route.abort() : route.continue()));
  await open('/good');
  await soon(() => good().getAttribute('data-joined')).toBe('true');
  expect(asked).toBe(3);
});

test('A person without a session is sent to the login, and afterwards to the page they wanted', async () => {
  server.signedIn = false;
  await open('/good?tab=2');
  await page.waitForURL('**/login');
  await inPage(`return sdk.signIn('ana@balcao.local', 'secret')`);
  await page.waitForURL('**/good?tab=2');
  await good().waitFor();
});

test('Typed text is still there after a session ended and the person signed in again', async () => {
  await open('/good');
  await page.getByLabel('draft').fill('half a sentence');
  server.signedIn = false;
  const before = server.calls.length;
  await inPage(`return sdk.hostSide.refreshSession()`);
  await page.waitForURL('**/login');
  await expect.poll(() => page.getByLabel('draft').isVisible()).toBe(false);
  await inPage(`return sdk.signIn('ana@balcao.local', 'secret')`);
  await page.waitForURL('**/good');
  await expect.poll(() => page.getByLabel('draft').inputValue()).toBe('half a sentence');
  expect(server.calls.slice(before)).toContain('POST /api/auth/login');
});

test('A login on another computer ends the session here, with the reason', async () => {
  await open('/good');
  await soon(() => good().getAttribute('data-joined')).toBe('true');
  await page.evaluate(() => {
    localStorage.setItem('something', 'of the session');
    localStorage.setItem('some.draft.1.7', 'half a sentence');
  });
  server.tell('kernel.user', { userId: 1 }, 'session-ended', { sessionId: 'another', reason: 'elsewhere' });
  server.signedIn = false;
  server.tell('kernel.user', { userId: 1 }, 'session-ended', { sessionId: 's1', reason: 'elsewhere' });
  // The page stays visible until it is reloaded, a second later.
  await page.waitForFunction(
    () =>
      document.body.innerText.includes('Sua conta foi acessada em outro computador') &&
      document.querySelector('[data-testid="good"]') !== null,
  );
  await page.waitForURL('**/login');
  await page.getByText('Entre de novo para continuar aqui').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('some.draft.1.7'))).toBe('half a sentence');
  expect(await page.evaluate(() => localStorage.getItem('something'))).toBeNull();
});

test('Signing out in one tab signs out the others', async () => {
  await open('/good');
  await good().waitFor();
  const other = await context.newPage();
  await other.goto(`${server.url}/good`);
  await other.getByTestId('good').waitFor();
  server.signedIn = false;
  await inPage(`return sdk.signOut()`);
  await other.waitForURL('**/login');
});

test('An unknown path shows a message once every plugin has been asked', async () => {
  await open('/no/such/page');
  await page.locator('main').getByText('Esta página não existe').waitFor();
});

test('A page that the person may not see is never shown', async () => {
  await open('/guarded');
  await page.locator('main').getByText('Acesso Negado').waitFor();
  await expect.poll(() => good().count()).toBe(0);
  expect(server.calls).not.toContain('GET /api/good');
});

test('A first visit downloads no more than its budget', async () => {
  const { totalBytes } = await measureFirstLoad();
  expect(totalBytes).toBeGreaterThan(100_000);
  expect(totalBytes).toBeLessThanOrEqual(firstLoadBudgetBytes);
});
