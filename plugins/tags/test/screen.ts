import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFaultsInBothThemes, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { signIn } from '../../../scripts/test/product/product.ts';
import { makeTags, plugins, type Conversation } from './office.ts';

export interface Screen {
  host: TestHost;
  browser: Browser;
  company: TestCompany;
  /** Opens a window of a signed-in person. */
  windowOf(person: Person): Promise<Page>;
  /** Assigns a conversation to a person. */
  attend(person: Person, ticket: Conversation): Promise<void>;
  /** Errors of all windows. */
  troubles: string[];
  close(): Promise<void>;
}

/** Chromium logs every refused request as an error; requests that a test refuses on purpose are not counted. */
const expected = /status of 40[0-9]|ERR_FAILED/;

/** Creates a company with tickets and tags, and opens a browser. */
export const openScreen = async (databaseUrl: string): Promise<Screen> => {
  const host = await startTestHost({ databaseUrl, plugins });
  const company = await host.company({ name: 'Prado & Menezes' });
  const queue = await company.admin.post<{ id: number }>('/queue', { name: 'Previdenciário', color: '#4e8ce6' });
  const browser = await launchBrowser();
  const troubles: string[] = [];
  return {
    host,
    browser,
    company,
    troubles,
    async windowOf({ email, password }) {
      const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) troubles.push(message.text());
      });
      await signIn(page, host.url, email, password);
      return page;
    },
    async attend(person, ticket) {
      const given = { status: 'open', userId: person.id, queueId: queue.body.id };
      const { status } = await company.admin.put<unknown>(`/tickets/${ticket.id}`, given);
      if (status !== 200) throw new Error(`assigning a conversation to ${person.email} answered ${status}`);
    },
    async close() {
      await browser.close();
      await host.close();
    },
  };
};

/** Creates tags by the API and adds them to a conversation. */
export const addTags = async (company: TestCompany, ticket: Conversation, ...names: string[]): Promise<number[]> => {
  const ids = await makeTags(company, ...names);
  await company.admin.post('/tags/sync', { ticketId: ticket.id, tags: ids });
  return ids;
};

/** Returns axe's findings in light and dark, and whether a phone's page is wider than 320 pixels. */
export const faultsOf = async (page: Page, name: string, part?: string): Promise<string[]> => {
  const found = (await axeFaultsInBothThemes(page, { part })).map((fault) => `${name}, ${fault}`);
  const size = page.viewportSize();
  if (size && size.width < 600) {
    await page.setViewportSize({ ...size, width: 320 });
    // Floating elements are positioned a moment later.
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), { message: name })
      .toBeLessThanOrEqual(0);
    await page.setViewportSize(size);
  }
  return found;
};
