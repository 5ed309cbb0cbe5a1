import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { seedDemo } from '../../demo/index.ts';
import { launchBrowser } from '../browser.ts';

/** All of them, as in a complete installation. */
const everyPlugin = readdirSync(path.resolve(import.meta.dirname, '../../../plugins'));
export const password = 'balcao123';

/** The whole product with its demo data, as `npm start` starts it, and a browser. */
export interface Product {
  host: TestHost;
  browser: Browser;
  /** Opens a fresh browser window without a session. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a fresh browser window of a signed-in person. */
  windowOf(email: string, options?: BrowserContextOptions): Promise<Page>;
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
  const visitor = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 }, ...options });
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
    async windowOf(email, options) {
      const page = await visitor(options);
      await signIn(page, host.url, email);
      return page;
    },
    async close() {
      await browser.close();
      await host.close();
    },
  };
};
