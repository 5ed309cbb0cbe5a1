import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { Receiver } from './receiver.ts';
import { ApiFixture } from './api-fixture.ts';

export interface Screen {
  host: TestHost;
  shop: ApiFixture;
  receiver: Receiver;
  /** The administrator’s page; tests call the API as another person, because a person has one live session. */
  page: Page;
  /** Another administrator, without a window. */
  caller: Person;
  go(at: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a company with a connection, a webhook receiver, and an admin’s window. */
export const openScreen = async (): Promise<Screen> => {
  const host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'users',
      'queues',
      'contacts',
      'connections',
      'tickets',
      'tags',
      'messages-api',
      path.join(import.meta.dirname, 'line'),
    ],
  });
  const receiver = await Receiver.open({ 'sistema.example': ['127.0.0.1'] });
  const shop = await ApiFixture.open(host);
  const someone = await shop.company.person('admin', 'Bruna Prado');
  const browser: Browser = await launchBrowser();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await signIn(page, host.url, someone.email, someone.password, '/');
  return {
    host,
    shop,
    receiver,
    page,
    caller: shop.company.admin,
    go: async (at) => {
      await page.goto(`${host.url}${at}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    async close() {
      receiver.close();
      await browser.close();
      await host.close();
    },
  };
};
