import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildPlugin } from '@balcao/sdk/build';
import { startTestHost, type Person, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { launchBrowser } from '../../../../scripts/test/browser.ts';
import { signIn } from '../../../../scripts/test/product/product.ts';
import type { TicketAnswer } from '../attendance.ts';
import { Attendance } from '../attendance.ts';
import { forgetCalls } from '../channel/provider.ts';

const witness = path.join(import.meta.dirname, 'witness');
const channel = path.join(import.meta.dirname, '..', 'channel');

export interface Screen {
  host: TestHost;
  browser: Browser;
  /** Creates a company with the test plugin, tags and the board switched on. */
  office(settings?: Record<string, string>): Promise<Attendance>;
  /** Opens a window of a person who has logged in. */
  windowOf(person: Person, options?: BrowserContextOptions): Promise<Page>;
  /** Errors in any window. */
  troubles: string[];
  close(): Promise<void>;
}

/** Chromium reports every refused request as an error; those that a test provokes are expected. */
const expected = /status of [45]0[0-9]|ERR_FAILED/;

/** Opens the ticket screen with a third-party plugin, in a browser. */
export const openScreen = async (databaseUrl: string): Promise<Screen> => {
  await buildPlugin({ root: witness });
  forgetCalls();
  const host = await startTestHost({
    databaseUrl,
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'tags', 'kanban', channel, witness],
  });
  const browser = await launchBrowser();
  const troubles: string[] = [];
  return {
    host,
    browser,
    troubles,
    office: (settings = {}) =>
      Attendance.of(host, { 'plugin:tickets-witness': 'enabled', kanbanEnabled: 'enabled', ...settings }),
    async windowOf({ email, password }, options = {}) {
      const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) troubles.push(message.text());
      });
      await signIn(page, host.url, email, password);
      return page;
    },
    async close() {
      await browser.close();
      await host.close();
    },
  };
};

export interface Case {
  id: number;
  uuid: string;
  contactId: number;
}

/**
 * Creates a conversation with a customer of this name, assigned to the person. By the admin: a window ends its person's
 * session.
 */
export const caseOf = async (desk: Attendance, person: Person | undefined, name: string): Promise<Case> => {
  const { ticketId } = await desk.arrives(desk.number(), 'Bom dia', { name });
  const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
  const { id, uuid, contactId, queueId } = body;
  if (person) await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: person.id, queueId });
  return { id, uuid, contactId };
};

/** Sets a picture, which people cannot set: it comes from the channel. */
export const givePicture = (desk: Attendance, contactId: number, address: string): Promise<number> =>
  desk.company
    .scope('contacts')
    .sql.run(sql`update contacts.contact set profile_pic_url = ${address} where id = ${contactId}`);
