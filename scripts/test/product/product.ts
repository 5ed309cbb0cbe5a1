import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { seedDemo } from '../../demo/index.ts';
import { launchBrowser } from '../browser.ts';

/** All of them, as in a complete installation. */
const everyPlugin = readdirSync(path.resolve(import.meta.dirname, '../../../plugins'));
export const password = 'balcao123';

export interface WindowOptions extends BrowserContextOptions {
  /**
   * Loads code ahead while a page is idle, as in a browser that does not save data. Most tests open few of these parts,
   * and loading them all costs as much as the page itself.
   */
  loadsAhead?: boolean;
}

/** Has pages see a browser that saves data. */
const savesData = `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`;

/** The whole product with its demo data, as `npm start` starts it, and a browser. */
export interface Product {
  host: TestHost;
  browser: Browser;
  /** Opens a fresh browser window without a session. */
  visitor(options?: WindowOptions): Promise<Page>;
  /** Opens a fresh browser window of a signed-in person, at the tickets or another address. */
  windowOf(email: string, options?: WindowOptions, at?: string): Promise<Page>;
  person(email: string): Promise<Person>;
  /** Errors of all windows: page errors, refused scripts, unexpected console errors. */
  troubles: string[];
  close(): Promise<void>;
}

/** Fills in and submits the login page. */
export const logIn = async (page: Page, email: string, secret = password): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};

/**
 * Signs somebody in through the API, whose answer sets the cookies of the browser, and opens a page. For tests of
 * something else than the login page: drawing that page costs as much as drawing the first one.
 */
export const signIn = async (
  page: Page,
  url: string,
  email: string,
  secret = password,
  at = '/tickets',
): Promise<void> => {
  const answer = await page.context().request.post(`${url}/api/auth/login`, { data: { email, password: secret } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
  await page.goto(url + at);
};

/**
 * Goes to another address of the product inside the open page, as a click on a notification does. For tests of something
 * else than the load of a page, which costs five times as much. What the former page showed may be there a moment longer.
 */
export const visit = async (page: Page, at: string): Promise<void> => {
  await page.evaluate(`(async () => {
    const wanted = ${JSON.stringify(at)};
    const before = location.href;
    // A page that is still loading hears nothing.
    while (location.href === before && before !== new URL(wanted, before).href) {
      dispatchEvent(new CustomEvent('balcao-go', { detail: wanted }));
      for (let turn = 0; turn < 20 && location.href === before; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })()`);
};

/** Chromium logs every refused request; the first session check of a signed-out page is expected. */
const expected = /status of 40[0-9]/;

export const openProduct = async (databaseUrl: string, plugins = everyPlugin): Promise<Product> => {
  const host = await startTestHost({ databaseUrl, plugins });
  await seedDemo(host.kernel);
  const browser = await launchBrowser();
  const troubles: string[] = [];
  const watch = (page: Page): void => {
    page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) troubles.push(message.text());
    });
  };
  const visitor = async ({ loadsAhead = false, ...options }: WindowOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 }, ...options });
    if (!loadsAhead) await context.addInitScript(savesData);
    const page = await context.newPage();
    watch(page);
    return page;
  };
  return {
    host,
    browser,
    troubles,
    visitor,
    person: (email) => host.logIn(email, password),
    async windowOf(email, options, at) {
      const page = await visitor(options);
      await signIn(page, host.url, email, password, at);
      return page;
    },
    async close() {
      await browser.close();
      await host.close();
    },
  };
};
