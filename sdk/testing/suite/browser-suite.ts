import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildPlugin } from '@balcao/sdk/build';
import { axeFaults } from '../axe.ts';
import type { Person } from '../person.ts';
import { openSeededCompany, type SeededCompany } from './seeded-company.ts';
import { readPlugin, withNeeds, type PluginFolder } from './plugin-folder.ts';
import type { Known } from './routes.ts';
import { openSuiteHost, seedOf, type PluginSuiteOptions, type SuiteHost } from './suite-host.ts';

export interface PluginBrowserSuiteOptions extends PluginSuiteOptions {
  /** Starts a Chromium. Absent: the one at `CHROMIUM_PATH`. */
  launch?(): Promise<Browser>;
}

const launchGiven = async (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath) throw new Error('Name a Chromium: set CHROMIUM_PATH, or give pluginBrowserSuite a `launch`.');
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
};

/** Returns the address of a page without optional parameters; the others are filled with ids of existing rows. */
const addressOf = (page: string, ids: Known): string =>
  page
    .replace(/\/:[a-zA-Z]+\?/g, '')
    .replace(/:([a-zA-Z]+)/g, (_all, name: string) => encodeURIComponent(String(ids[name] ?? 1))) || '/';

/** Checks with all of axe in the light theme, and its colours again in the dark one. */
const faultsOf = async (page: Page, label: string, isDark: boolean): Promise<string[]> => {
  await page.mouse.move(0, 0);
  const faults = await axeFaults(page, isDark ? { only: ['color-contrast'] } : {});
  return faults.map((fault) => `${label}: ${fault}`.slice(0, 800));
};

const settledPage = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  // The shell is rendered first and the page's own code later; a page without a heading is reported by axe.
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined);
  await page
    .getByRole('progressbar')
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => undefined);
};

/** Signs in like a returning browser: by the cookie alone. */
const enter = async (context: BrowserContext, url: string, { email, password }: Person): Promise<void> => {
  const answer = await context.request.post(`${url}/api/auth/login`, { data: { email, password } });
  if (!answer.ok()) throw new Error(`login answered ${answer.status()}`);
  // Otherwise every page would be the login page, and nothing of the plugin would be checked.
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error('the login asked for more than a password');
};

/** Returns the faults of one page, in both themes. */
export const pageFaults = async (page: Page, url: string, where: string, troubles: string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (colorScheme === 'light') await page.goto(`${url}${where}`);
    await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
    await settledPage(page);
    found.push(...(await faultsOf(page, `${where}, ${colorScheme}`, colorScheme === 'dark')));
  }
  return [...found, ...troubles.splice(0).map((trouble) => `${where}: ${trouble}`)];
};

const buildWhereMissing = async ({ dir }: PluginFolder): Promise<void> => {
  const isBuilt = existsSync(path.join(dir, 'dist', 'build.json'));
  if (!isBuilt && existsSync(path.join(dir, 'client', 'index.tsx'))) await buildPlugin({ root: dir });
};

/** A browser for the pages of a suiteHost: plugins that run together are started, filled and opened once. */
interface SuiteBrowser {
  suiteHost: SuiteHost;
  browser: Browser;
  seeded: SeededCompany;
  /** Pages of a signed-in person, and without a session. */
  signedIn: Page;
  visitor: Page;
  troubles: string[];
}
const suiteBrowsers = new Map<string, Promise<SuiteBrowser>>();

const openSuiteBrowser = async (
  options: PluginBrowserSuiteOptions & { databaseUrl: string },
  plugin: PluginFolder,
  plugins: readonly PluginFolder[],
): Promise<SuiteBrowser> => {
  for (const one of plugins) await buildWhereMissing(one);
  const suiteHost = await openSuiteHost(options.databaseUrl, plugins);
  const { host } = suiteHost;
  const seed = await seedOf(plugin, options);
  const seeded = await openSeededCompany({ host, plugin, needed: plugins, seed });
  const browser = await (options.launch ?? launchGiven)();
  const troubles: string[] = [];
  const opened = async (): Promise<Page> => {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
    // Code that is loaded ahead for later use is no part of what is checked, and costs as much as the page.
    await context.addInitScript(`Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`);
    const page = await context.newPage();
    page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 40\d/.test(message.text())) troubles.push(message.text());
    });
    return page;
  };
  const [signedIn, visitor] = [await opened(), await opened()];
  await enter(signedIn.context(), host.url, seeded.admin);
  return { suiteHost, browser, seeded, signedIn, visitor, troubles };
};

/**
 * Declares the tests that the pages of a plugin must pass, in a file of Vitest: every page opens without an error, and
 * axe finds no fault in light and dark. Covers the pages that the manifest names; a missing browser build is made. The
 * web host must have been built.
 * @example
 * ```ts
 * // test/pages.e2e.ts
 * import path from 'node:path';
 * import { pluginBrowserSuite } from '@balcao/testing';
 *
 * await pluginBrowserSuite({ root: path.resolve(import.meta.dirname, '..') });
 * ```
 */
export const pluginBrowserSuite = async (options: PluginBrowserSuiteOptions): Promise<void> => {
  const { afterAll, beforeAll, describe, expect, inject, test } = await import('vitest');
  const databaseUrl = options.databaseUrl ?? inject('databaseUrl' as never);
  const plugin = await readPlugin(options.root);
  const { pages = [], publicPages = [] } = plugin.manifest.routes ?? {};
  if (pages.length === 0) return;
  const plugins = await withNeeds(options.root, options.with);
  const key = plugins
    .map(({ dir }) => dir)
    .toSorted()
    .join('\n');
  const begin = (): Promise<SuiteBrowser> => {
    const begun = suiteBrowsers.get(key) ?? openSuiteBrowser({ ...options, databaseUrl }, plugin, plugins);
    suiteBrowsers.set(key, begun);
    return begun;
  };
  afterAll(async () => {
    const begun = await suiteBrowsers.get(key)?.catch(() => undefined);
    suiteBrowsers.delete(key);
    await begun?.browser.close();
    await begun?.suiteHost.close();
  });
  describe(`the pages of ${plugin.manifest.id}`, () => {
    let window: SuiteBrowser;
    beforeAll(async () => {
      window = await begin();
    }, 120_000);
    test.each(pages)(
      '%s opens without an error and can be used by everybody, in light and dark',
      async (at) => {
        const { suiteHost, seeded, signedIn, visitor, troubles } = window;
        const page = publicPages.includes(at) ? visitor : signedIn;
        expect(await pageFaults(page, suiteHost.host.url, addressOf(at, seeded.ids), troubles)).toEqual([]);
      },
      120_000,
    );
  });
};
