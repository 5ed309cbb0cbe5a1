import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../scripts/test/browser.ts';

let host: TestHost;
let browser: Browser;
let company: TestCompany;
const refused: string[] = [];

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users'] });
  company = await host.company();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

interface Window {
  context: BrowserContext;
  page: Page;
}
/** Windows that several tests use one after another: opening one costs more than what most of them do in it. */
let app: Window | undefined;
let withoutWorker: Window | undefined;
// The next test gets a fresh window when one failed.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const used of [app, withoutWorker]) await used?.context.close();
  app = withoutWorker = undefined;
});

/** Opens the window of a signed-in person, with the service worker installed; every test leaves the product open in it. */
const openApp = async (): Promise<Window> => (app ??= await installApp());
const installApp = async (): Promise<Window> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.exposeFunction('refusedByPolicy', (text: string) => void refused.push(text));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    refusedByPolicy(event.violatedDirective + ' ' + event.blockedURI))`);
  const { email, password } = company.admin;
  await context.request.post(`${host.url}/api/auth/login`, { data: { email, password } });
  await page.goto(host.url);
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  await page.evaluate(`navigator.serviceWorker.ready.then(() => undefined)`);
  await expect.poll(() => page.evaluate<boolean>(`navigator.serviceWorker.controller !== null`)).toBe(true);
  return { context, page };
};

/** Opens the window of a signed-in person without a service worker, whose requests cannot be intercepted. */
const openIntercepted = async (): Promise<Window> => (withoutWorker ??= await signInWithoutWorker());
const signInWithoutWorker = async (): Promise<Window> => {
  const context = await browser.newContext({ locale: 'pt-BR', serviceWorkers: 'block' });
  // Somebody else: one person has one session.
  const { email, password } = await company.person('admin');
  await context.request.post(`${host.url}/api/auth/login`, { data: { email, password } });
  return { context, page: await context.newPage() };
};

const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const all = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    return all;
  })()`);

test('the browser reports no installability error for the product', async () => {
  const { context, page } = await openApp();
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A profile without storage cannot install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string; purpose: string }[] };
  expect(manifest).toMatchObject({ id: '/', name: 'Balcão', scope: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']),
  );
  for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
    const size = await page.evaluate<string>(`new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve(image.naturalWidth + 'x' + image.naturalHeight);
      image.src = ${JSON.stringify(src)};
    })`);
    expect(size).toBe(sizes);
  }
  expect(refused).toEqual([]);
});

test('the service worker is revalidated each time, may load nothing else, and is the only trusted script address', async () => {
  const answer = await fetch(`${host.url}/sw.js`);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  const { page } = await openApp();
  const other = await page.evaluate<string>(
    `navigator.serviceWorker.register('/offline.js').then(() => 'registered', (error) => error.name)`,
  );
  expect(other).toBe('TypeError');
  refused.length = 0;
});

test('on the second visit all code comes from the browser cache, and no request for it passes the service worker', async () => {
  const { page } = await openApp();
  await page.reload();
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  const fromWorker: string[] = [];
  page.on('response', (response) => {
    // The page itself passes the worker, which shows the offline page when the server cannot be reached.
    if (response.fromServiceWorker() && !response.request().isNavigationRequest()) fromWorker.push(response.url());
  });
  await page.reload();
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  const code = await page.evaluate<{ path: string; transferSize: number }[]>(
    `performance.getEntriesByType('resource')
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, transferSize }))
      .filter(({ path }) => /^\\/(host|plugins)\\/.+\\.js$/.test(path))`,
  );
  expect(code.length).toBeGreaterThan(3);
  expect(code.filter(({ transferSize }) => transferSize > 0)).toEqual([]);
  expect(fromWorker).toEqual([]);
  expect((await cachedPaths(page)).toSorted()).toEqual(['/icon.svg', '/offline.html', '/offline.js']);
});

/** The files of the host whose compiled code the browser takes from its cache while `open` runs. */
const compiledBefore = async (page: Page, open: () => Promise<void>): Promise<string[]> => {
  await browser.startTracing(page, { categories: ['v8', 'devtools.timeline'] });
  await open();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { data?: { url?: string; cacheRejected?: boolean } } }[];
  };
  return traceEvents
    .filter(({ name, args }) => name === 'v8.compileModule' && args.data?.cacheRejected === false)
    .map(({ args }) => new URL(args.data?.url ?? '').pathname);
};

test('who opens the product every day runs code that the browser compiled at an earlier visit', async () => {
  const { page } = await openApp();
  const open = async (): Promise<void> => {
    // As from a new tab.
    await page.goto('about:blank');
    await page.goto(host.url);
    await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  };
  const visit = () => compiledBefore(page, open);
  // Chromium stores compiled code at the second visit, when it has time.
  await expect
    .poll(visit)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\/host\/start-/),
        expect.stringMatching(/^\/host\/shared\/first-/),
        expect.stringMatching(/^\/host\/start\//),
      ]),
    );
});

test('a page of another site that opens the product has no hold on its window, also through the service worker', async () => {
  const { context, page } = await openApp();
  const other = await context.newPage();
  await other.route('http://other.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Another site</h1>' }),
  );
  await other.goto('http://other.example/');
  const opened = context.waitForEvent('page');
  await other.evaluate(`globalThis.held = open(${JSON.stringify(host.url)}, 'held'), undefined`);
  await (await opened).getByRole('button', { name: /^Conta de/ }).waitFor();
  expect(await (await opened).evaluate(`opener`)).toBeNull();
  // A window that another site cannot reach looks closed to it.
  expect(await other.evaluate(`held.closed`)).toBe(true);
  await (await opened).close();
  await other.close();
  await page.bringToFront();
});

test('without a connection a page says so in the person’s language, and the product returns by itself', async () => {
  const { context, page } = await openApp();
  await page.evaluate(`localStorage.setItem('preferredLanguage', 'es')`);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Sin conexión' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('es');
  await page.evaluate(`localStorage.setItem('preferredLanguage', 'pt')`);
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  await page.getByRole('heading', { name: 'Sem conexão' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
});

test('an overlay whose code cannot be fetched shows an error, and opens once the code can be fetched', async () => {
  const { context, page } = await openApp();
  const account = page.getByRole('button', { name: /^Conta de/ });
  const profile = page.getByRole('menuitem', { name: 'Meu perfil' });
  await account.click();
  await profile.waitFor();
  await context.setOffline(true);
  await profile.click();
  await page.getByRole('alert').filter({ hasText: 'Esta parte não carregou.' }).waitFor();
  expect(await account.isVisible()).toBe(true);
  await context.setOffline(false);
  await account.click();
  await profile.click();
  const dialog = page.getByRole('dialog', { name: 'Meu perfil' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a page whose code was removed from the server by an update offers to load the new version', async () => {
  const { page } = await openIntercepted();
  await page.goto(host.url);
  await page.getByRole('button', { name: /^Conta de/ }).waitFor();
  await page.route('**/host/SettingsPage*', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Configurações' }).click();
  await page.getByText('Recarregue a página para ver esta parte.').waitFor();
  await page.unroute('**/host/SettingsPage*');
  await page.getByRole('button', { name: 'Recarregar a página' }).click();
  await page.getByRole('heading', { name: 'Configurações', level: 1 }).waitFor();
});

test('a page shows its title at once, above skeleton rows', async () => {
  const { page } = await openIntercepted();
  const code = Promise.withResolvers<void>();
  const file = /UsersPage/;
  await page.route(file, (route) => code.promise.then(() => route.continue()));
  await page.goto(`${host.url}/users`);
  const title = page.getByRole('main').getByRole('heading', { name: 'Usuários', level: 1 });
  await title.waitFor();
  await page.getByRole('main').getByRole('progressbar', { name: 'Carregando' }).waitFor();
  const before = await title.boundingBox();
  code.resolve();
  await page.getByRole('main').getByRole('table').waitFor();
  expect((await title.boundingBox())?.x).toBe(before?.x);
  await page.unroute(file);
});

test('a page whose texts could not be loaded is loaded by the retry button', async () => {
  const { page } = await openIntercepted();
  const texts = /\/plugins\/users\/\w+\/pt\w*\.js/;
  await page.route(texts, (route) => route.abort());
  await page.goto(`${host.url}/users`);
  const again = page.getByRole('main').getByRole('button', { name: 'Tentar de novo' });
  await again.waitFor();
  await page.unroute(texts);
  await again.click();
  await page.getByRole('heading', { name: 'Usuários', level: 1 }).waitFor();
});

test('The shell’s texts arrive once the connection is back, though their first load failed', async () => {
  const context = await browser.newContext({ locale: 'pt-BR', serviceWorkers: 'block' });
  const page = await context.newPage();
  const texts = /\/host\/pt-[\w-]+\.js/;
  await page.route(texts, (route) => route.abort());
  await page.goto(`${host.url}/login`);
  await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
  await page.unroute(texts);
  await page.getByLabel('E-mail').waitFor();
  await page.getByRole('button', { name: 'Entrar' }).waitFor();
  await context.close();
});

test('a second window of a super user follows into the company entered in the first, without data of the former company', async () => {
  const { email, password } = await host.superUser();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await context.request.post(`${host.url}/api/auth/login`, { data: { email, password } });
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(host.url);
    await page.getByRole('button', { name: /^Conta de/ }).waitFor();
    return page;
  };
  const first = await open();
  const second = await open();
  await second.evaluate('globalThis.before = true');
  await first.evaluate(`(async () => {
    const post = (path, headers) => fetch('/api' + path, { method: 'POST', headers });
    const { token } = await (await post('/auth/refresh_token')).json();
    await post('/auth/visit/${company.id}', { authorization: 'Bearer ' + token });
    location.assign('/');
  })()`);
  await first.getByRole('button', { name: /^Conta de/ }).waitFor();
  await second.getByRole('link', { name: 'Empresa de teste' }).waitFor();
  // The window may be between two pages.
  await expect.poll(() => second.evaluate('globalThis.before ?? "gone"').catch(() => 'loading')).toBe('gone');
  await context.close();
});

test('the account menu installs the product where the browser offers it', async () => {
  const { page } = await openApp();
  const account = page.getByRole('button', { name: /^Conta de/ });
  const entry = page.getByRole('menuitem', { name: 'Instalar aplicativo' });
  await account.click();
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
  await expect.poll(() => entry.count()).toBe(0);
  await page.keyboard.press('Escape');
  // Chromium offers installation to persistent profiles only, so the event is synthesised.
  await page.evaluate(`(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = () => { globalThis.asked = true; return Promise.resolve({ outcome: 'accepted' }); };
    dispatchEvent(offer);
    globalThis.heldBack = offer.defaultPrevented;
  })()`);
  await account.click();
  await entry.click();
  expect(await page.evaluate('[globalThis.heldBack, globalThis.asked]')).toEqual([true, true]);
  await account.click();
  await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
  await expect.poll(() => entry.count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('who wants reduced motion sees every colour of a new theme at once: nothing passes through a transition', async () => {
  const { page } = await openApp();
  await page.goto(`${host.url}/users`);
  await page.getByRole('main').getByRole('table').waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const changing = await page.evaluate<number>(`(() => {
    document.body.style.color = 'rgb(1, 2, 3)';
    document.body.getBoundingClientRect();
    return document.getAnimations().length;
  })()`);
  expect(changing).toBe(0);
  await page.emulateMedia({ reducedMotion: null });
});

test('the service worker unregisters and deletes its caches when it is asked to', async () => {
  const { context, page } = await openApp();
  await page.evaluate(`navigator.serviceWorker.controller.postMessage({ kind: 'leave' })`);
  await expect
    .poll(() => page.evaluate(`navigator.serviceWorker.getRegistrations().then((all) => all.length)`))
    .toBe(0);
  expect(await page.evaluate(`caches.keys()`)).toEqual([]);
  await context.close();
  app = undefined;
});

test('a new service worker deletes the caches of former versions', async () => {
  // A window of its own: in one that was loaded again before, the former worker would come back instead of a new one.
  const { context, page } = await installApp();
  await page.evaluate(`(async () => {
    await (await caches.open('balcao.offline-former')).put('/host/old-1.js', new Response('old'));
    await (await navigator.serviceWorker.getRegistration('/')).unregister();
  })()`);
  expect(await cachedPaths(page)).toContain('/host/old-1.js');
  await page.reload();
  await expect.poll(() => cachedPaths(page)).not.toContain('/host/old-1.js');
  expect(await cachedPaths(page)).toContain('/offline.html');
  await context.close();
});
