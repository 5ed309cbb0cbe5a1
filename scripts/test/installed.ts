import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { freshDatabase, Person } from '@balcao/testing';
import { launchBrowser } from './browser.ts';
import { rootOf } from './import-rules.ts';
import { signIn, password } from './product/product.ts';

const root = rootOf(import.meta.dirname);

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
};

/**
 * The product as `npm start` runs it, in a process and a data folder of its own: plugins are installed into it while it
 * runs.
 */
export class InstalledProduct {
  readonly folder: string;
  readonly url: string;
  readonly browser: Browser;
  readonly #process: ChildProcess;
  readonly #databaseServer: string;
  readonly #dropDatabase: () => Promise<void>;

  private constructor(
    parts: Pick<InstalledProduct, 'folder' | 'url' | 'browser'> & {
      started: ChildProcess;
      databaseServer: string;
      dropDatabase(): Promise<void>;
    },
  ) {
    this.folder = parts.folder;
    this.url = parts.url;
    this.browser = parts.browser;
    this.#process = parts.started;
    this.#databaseServer = parts.databaseServer;
    this.#dropDatabase = parts.dropDatabase;
  }

  static async start(databaseUrl: string): Promise<InstalledProduct> {
    const folder = await mkdtemp(path.join(tmpdir(), 'balcao-external-'));
    const [database, browser] = await Promise.all([freshDatabase(databaseUrl), launchBrowser()]);
    let printed = '';
    const started = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: await freePort(),
        DATA_DIR: path.join(folder, 'data'),
        DATABASE_URL: database.url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (printed += text));
    const url = await vi
      .waitFor(
        () => {
          const shown = /Balcão no ar[^]*?(http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1];
          if (shown === undefined) throw new Error(`the product did not start: ${printed}`);
          return shown;
        },
        // A first start fills the demo company, beside other tests.
        { timeout: 240_000, interval: 50 },
      )
      .catch((error: unknown) => {
        started.kill('SIGKILL');
        throw error;
      });
    return new InstalledProduct({
      folder,
      url,
      browser,
      started,
      databaseServer: databaseUrl,
      dropDatabase: () => database.drop(),
    });
  }

  async stop(): Promise<void> {
    await this.browser.close();
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGTERM');
      await once(this.#process, 'exit');
    }
    await this.#dropDatabase();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs a `balcao` command for this product; returns its output. */
  async balcao(cwd: string, ...args: string[]): Promise<string> {
    const file = path.join(root, 'sdk/cli/balcao.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      cwd,
      env: { ...process.env, DATA_DIR: path.join(this.folder, 'data'), TEST_DATABASE_URL: this.#databaseServer },
    });
    return stdout;
  }

  /** Copies an external plugin's source, as its author has it. Returns the folder. */
  async sourceOf(plugin: string): Promise<string> {
    const source = path.join(this.folder, plugin);
    await cp(path.join(import.meta.dirname, 'external-plugins', plugin), source, { recursive: true });
    return source;
  }

  /** Packs a plugin and installs the archive into the running product. Returns the output. */
  async install(plugin: string, source: string): Promise<string> {
    await this.balcao(source, 'pack');
    return this.balcao(this.folder, 'add', path.join(source, `${plugin}-1.0.0.tgz`), '--yes');
  }

  /** Logs in a person of the demo through the API: one session at a time, so not one with a window. */
  async person(email: string): Promise<Person> {
    const anonymous = new Person(this.url, { id: 0, email: '', password: '', token: '' });
    const { body } = await anonymous.post<{ token: string; user: { id: number } }>('/auth/login', { email, password });
    return new Person(this.url, { id: body.user.id, email, password, token: body.token });
  }

  async windowOf(email: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      locale: 'pt-BR',
      viewport: { width: 1440, height: 900 },
      ...options,
    });
    const opened = await context.newPage();
    await signIn(opened, this.url, email);
    return opened;
  }
}

/** Switches a plugin for the company of an admin. */
export const switchPlugin = async (admin: Person, plugin: string, on: boolean): Promise<void> => {
  const { status } = await admin.put('/companySettings', {
    column: `plugin:${plugin}`,
    data: on ? 'enabled' : 'disabled',
  });
  expect(status).toBe(200);
};
