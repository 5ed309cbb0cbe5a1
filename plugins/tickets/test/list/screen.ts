import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { axeFaultsInBothThemes, startTestHost, type Person } from '@balcao/testing';
import { launchBrowser } from '../../../../scripts/test/browser.ts';
import { signIn } from '../../../../scripts/test/product/product.ts';
import { Attendance } from '../attendance.ts';
import { forgetCalls } from '../channel/provider.ts';

const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'tags', 'kanban'];

/**
 * Chromium reports every refused request as an error, that of a service worker's script in words of its own; those that
 * a test provokes are expected.
 */
const expected =
  /status of 40[0-9]|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY|ERR_SOCKET|ERR_INTERNET|WebSocket connection|when fetching the script/;

/** Opens the ticket screen of a company that the test controls, in a browser. */
export const openList = async () => {
  forgetCalls();
  const host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [...plugins, path.join(import.meta.dirname, '../channel')],
  });
  const browser = await launchBrowser();
  const troubles: string[] = [];
  return {
    host,
    browser,
    desk: (settings: Record<string, string> = {}) => Attendance.of(host, settings),
    /** Opens a window of a person who has logged in. A person has one session: calls of the API are another's. */
    async windowOf({ email, password }: Person, options: BrowserContextOptions = {}, url = host.url): Promise<Page> {
      const context = await browser.newContext({
        locale: 'pt-BR',
        viewport: { width: 1440, height: 900 },
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        const isTrouble = message.type() === 'error' || message.text().includes('both MenuList and Menu');
        if (isTrouble && !expected.test(message.text())) troubles.push(message.text());
      });
      await signIn(page, url, email, password);
      return page;
    },
    /** Throws the errors of any window. */
    async close() {
      await browser.close();
      await host.close();
      if (troubles.length > 0) throw new Error(troubles.join('\n'));
    },
  };
};
export type ListScreen = Awaited<ReturnType<typeof openList>>;

/** Returns the names of the visible rows, from the top. */
export const names = async (page: Page): Promise<string[]> =>
  page
    .locator('[data-ticket]')
    .evaluateAll((rows) =>
      rows
        .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
        .map((row) => row.querySelector('[title]:not([role])')?.textContent ?? ''),
    );
export const row = (page: Page, name: string) => page.locator('[data-ticket]', { hasText: name });
/** Returns the number on one of the tabs. */
export const countOn = async (page: Page, tab: 'Atendendo' | 'Aguardando'): Promise<number> =>
  Number((await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).textContent())?.replace(/\D/g, ''));

/** Returns what axe finds in light and dark, in the whole page or only in this part. */
export const faultsOf = async (page: Page, name: string, part?: string): Promise<string[]> =>
  (await axeFaultsInBothThemes(page, { part })).map((fault) => `${name}, ${fault}`);
