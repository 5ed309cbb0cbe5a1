import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startTestHost, type Person, type TestHost } from '@balcao/sdk/testing';
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
    context.setDefaultTimeout(15_000);
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
      await page.goto(`${host.url}/login`);
      await logIn(page, email);
      await page.waitForURL('**/tickets');
      return page;
    },
    async close() {
      await browser.close();
      await host.close();
    },
  };
};
