import type { Browser, Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { buildPlugin } from '@balcao/sdk/build';
import {
  axeFaultsInBothThemes,
  startTestHost,
  type AxeOptions,
  type Person,
  type TestCompany,
  type TestHost,
} from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { signIn, visit } from '../../../scripts/test/product/product.ts';
import { connections, type ConnectionStatus } from '../contract.ts';
import { archive } from './connections-fixture.ts';

export interface Row extends Record<string, unknown> {
  id: number;
}

/** The channel is built once for all files of a worker. */
let archiveBuilt: Promise<unknown> | undefined;

/** A company with two queues and two connections, one of a third-party channel, and its admin’s browser window. */
export class PageFixture {
  readonly host: TestHost;
  readonly company: TestCompany;
  readonly page: Page;
  /** Works by the API: a person has one session at a time. */
  readonly colleague: Person;
  readonly queueIds: readonly number[];
  /** A connection of the sandbox, and one of a channel with history. */
  readonly sandbox: number;
  readonly archive: number;
  readonly errors: string[];
  readonly #browser: Browser;

  private constructor(host: TestHost, browser: Browser, parts: Pick<PageFixture, Parts>) {
    this.host = host;
    this.#browser = browser;
    this.company = parts.company;
    this.page = parts.page;
    this.colleague = parts.colleague;
    this.queueIds = parts.queueIds;
    this.sandbox = parts.sandbox;
    this.archive = parts.archive;
    this.errors = parts.errors;
  }

  static async open(): Promise<PageFixture> {
    await (archiveBuilt ??= buildPlugin({ root: archive }));
    const host = await startTestHost({
      databaseUrl: inject('databaseUrl'),
      plugins: ['users', 'companies', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox', archive],
    });
    const company = await host.company({
      name: 'Prado & Menezes',
      settings: { 'plugin:archive': 'enabled', scheduleType: 'connection' },
    });
    const colleague = await company.person('admin', 'Beto Prado');
    const queueIds: number[] = [];
    for (const [name, color] of [
      ['Comercial', '#803b83'],
      ['Suporte', '#2759a2'],
    ])
      queueIds.push((await colleague.post<Row>('/queue', { name, color })).body.id);
    const createConnection = async (name: string, channel: string): Promise<number> =>
      (await colleague.post<Row>('/whatsapp', { name, channel, keyWordQueueId: queueIds[0] })).body.id;
    const sandbox = await createConnection('WhatsApp Recepção', 'sandbox');
    const archived = await createConnection('WhatsApp Plantão', 'archive');
    const browser = await launchBrowser();
    const errors: string[] = [];
    const page = await windowFor(browser, host, company.admin, errors, '/connections');
    return new PageFixture(host, browser, { company, page, colleague, queueIds, sandbox, archive: archived, errors });
  }

  /** Opens a browser window of another person. */
  windowOf(person: Person, at = '/'): Promise<Page> {
    return windowFor(this.#browser, this.host, person, this.errors, at);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.host.close();
  }

  row(name: string, page = this.page): Locator {
    return page.getByRole('row', { name: new RegExp(name) });
  }
  dialog(page = this.page): Locator {
    return page.getByRole('dialog');
  }
  tab(name: string): Locator {
    return this.dialog().getByRole('tab', { name });
  }
  save(): Promise<void> {
    return this.dialog().getByRole('button', { name: 'Salvar' }).click();
  }
  async kept(id: number): Promise<Row> {
    return (await this.colleague.get<Row>(`/whatsapp/${id}`)).body;
  }
  async edit(name: string): Promise<void> {
    await this.dialog().waitFor({ state: 'detached' });
    // The closing dialog goes back in the history, and a navigation in the same moment would be undone.
    await this.page.waitForFunction(() => !(history.state as { overlays?: number } | null)?.overlays);
    await visit(this.page, '/connections');
    await this.row(name)
      .getByRole('button', { name: `Editar ${name}` })
      .click();
    await this.dialog().waitFor();
  }
  setStatus(id: number, status: ConnectionStatus, qrcode = '', nextTryAt?: Date): Promise<void> {
    const change = { status, qrcode, ...(nextTryAt && { nextTryAt }) };
    return this.company.scope('connections').use(connections).setStatus(id, change);
  }

  /** Takes pictures for people to judge, if a folder for them is set. */
  picture(name: string, page = this.page): Promise<void> {
    return takePictures(page, name);
  }

  /** Returns accessibility violations in both themes. */
  async faults(where: string, page = this.page, options?: Pick<AxeOptions, 'part'>): Promise<string[]> {
    return (await axeFaultsInBothThemes(page, options)).map((fault) => `${where}, ${fault}`);
  }
}

type Parts = 'company' | 'page' | 'colleague' | 'queueIds' | 'sandbox' | 'archive' | 'errors';

const windowFor = async (
  browser: Browser,
  host: TestHost,
  { email, password }: Pick<Person, 'email' | 'password'>,
  errors: string[],
  at: string,
): Promise<Page> => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 40[0-9]/.test(message.text())) errors.push(message.text());
  });
  await signIn(page, host.url, email, password, at);
  return page;
};

/** Polls for as long as a loaded machine may need. */
export const soon = <T>(probe: () => Promise<T>) => expect.poll(probe);
