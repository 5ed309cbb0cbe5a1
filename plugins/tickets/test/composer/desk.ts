import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildPlugin } from '@balcao/sdk/build';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { channelInbox, type Identity, type InboundResult } from '@balcao/connections/contract';
import { launchBrowser } from '../../../../scripts/test/browser.ts';
import { signIn } from '../../../../scripts/test/product/product.ts';
import type { MessageView, TicketView } from '../../contract.ts';
import { visit } from '../visit.ts';

/** Two cores may be shared by many processes, so the limit is generous. */
export const soon = <T>(look: () => T | Promise<T>) => expect.poll(look);

export type Channel = 'always' | 'facebook' | 'brief' | 'letters' | 'social';

/** Copies the test plugin to a folder outside the repository, built for browsers, like a third-party plugin. */
const plantWitness = async (isBuilt: boolean): Promise<{ folder: string; remove(): Promise<void> }> => {
  const home = await mkdtemp(path.join(tmpdir(), 'balcao-composer-'));
  const folder = path.join(home, 'witness');
  await symlink(path.join(import.meta.dirname, '../../../../node_modules'), path.join(home, 'node_modules'));
  await writeFile(path.join(home, 'package.json'), '{ "type": "module" }');
  await cp(path.join(import.meta.dirname, 'witness'), folder, { recursive: true });
  const root = path.join(import.meta.dirname, 'witness');
  if (isBuilt) await buildPlugin({ root, outDir: path.join(folder, 'dist') });
  return { folder, remove: () => rm(home, { recursive: true, force: true }) };
};

/** A company whose customers write on channels with and without a window. */
export class Writing {
  readonly host: TestHost;
  readonly company: TestCompany;
  readonly #connections: Readonly<Record<Channel, number>>;
  readonly #close: () => Promise<void>;
  #count = 0;

  private constructor(
    host: TestHost,
    company: TestCompany,
    connections: Record<Channel, number>,
    close: () => Promise<void>,
  ) {
    this.host = host;
    this.company = company;
    this.#connections = connections;
    this.#close = close;
  }

  static async open(databaseUrl: string, { forBrowsers = false } = {}): Promise<Writing> {
    const witness = await plantWitness(forBrowsers);
    const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'quick-messages', witness.folder];
    const host = await startTestHost({ databaseUrl, plugins });
    const company = await host.company({ name: 'Prado & Menezes', settings: { 'plugin:composer-witness': 'enabled' } });
    const connect = async (channel: Channel): Promise<number> => {
      const row = await company
        .scope('connections')
        .sql.one<{ id: number }>(
          sql`insert into connections.connection (name, channel, status) values (${channel}, ${channel}, 'CONNECTED') returning id`,
        );
      return row?.id ?? 0;
    };
    const connections = {
      always: await connect('always'),
      facebook: await connect('facebook'),
      brief: await connect('brief'),
      letters: await connect('letters'),
      social: await connect('social'),
    };
    return new Writing(host, company, connections, async () => {
      await host.close();
      await witness.remove();
    });
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Returns a customer's identity there. */
  personOf(name: string, channel: Channel): Identity {
    const last = [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 100_000_000, 7);
    const value = `55119${String(last).padStart(8, '0')}`;
    return { channel, scope: '', kind: 'phone', value };
  }

  connectionOf(channel: Channel): number {
    return this.#connections[channel];
  }

  /** A customer writes, some hours ago. */
  arrives(
    name: string,
    { channel = 'always' as Channel, body = 'Bom dia', hoursAgo = 0, isPublic = false } = {},
  ): Promise<InboundResult> {
    this.#count += 1;
    const from = this.personOf(name, channel);
    return this.company
      .scope('tickets')
      .use(channelInbox)
      .message(this.#connections[channel], {
        externalId: `in-${this.#count}`,
        from,
        name,
        number: from.value,
        body,
        sentAt: new Date(Date.now() - hoursAgo * 3_600_000),
        ...(isPublic && { context: { kind: 'comment' as const, id: `c${this.#count}`, isPublic: true as const } }),
      });
  }

  /** Creates a conversation that this person attends. */
  async attended(person: Person, name: string, given: Parameters<Writing['arrives']>[1] = {}): Promise<InboundResult> {
    const ticket = await this.arrives(name, given);
    const { status } = await person.put(`/tickets/${ticket.ticketId}`, { status: 'open', userId: person.id });
    if (status !== 200) throw new Error(`accepting answered ${status}`);
    return ticket;
  }

  /** Returns all messages, as the company sees them. */
  async said(ticketId: number): Promise<MessageView[]> {
    return (await this.company.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}`)).body.messages;
  }

  async ticket(ticketId: number): Promise<TicketView> {
    return (await this.company.admin.get<TicketView>(`/tickets/${ticketId}`)).body;
  }
}

/** The same with browsers. */
export class WritingDesk {
  readonly writing: Writing;
  readonly browser: Browser;
  /** Errors in any window. */
  readonly troubles: string[] = [];

  private constructor(writing: Writing, browser: Browser) {
    this.writing = writing;
    this.browser = browser;
  }

  static async open(databaseUrl: string): Promise<WritingDesk> {
    return new WritingDesk(await Writing.open(databaseUrl, { forBrowsers: true }), await launchBrowser());
  }

  /** Opens a window of a person who has logged in. */
  async windowOf(
    { email, password }: Person,
    options: BrowserContextOptions = {},
    browser = this.browser,
  ): Promise<Page> {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ locale: 'pt-BR', viewport, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.troubles.push(`page error: ${error.message}`));
    page.on('console', (message) => {
      // Chromium reports every refused or aborted request as an error; those that a test provokes are expected.
      if (message.type() === 'error' && !/status of [45]|ERR_/.test(message.text())) this.troubles.push(message.text());
    });
    await signIn(page, this.writing.host.url, email, password);
    return page;
  }

  /** Opens a conversation. */
  async openIn(page: Page, { ticketUuid }: Pick<InboundResult, 'ticketUuid'>): Promise<void> {
    await visit(page, `/tickets/${ticketUuid}`);
    await page.getByRole('region', { name: /^Conversa com/ }).waitFor();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.writing.close();
  }
}
