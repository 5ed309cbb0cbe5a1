import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import type { Middleware } from 'koa';
import type { Company, CurrentUser, EventRef, PluginManifest } from '@balcao/sdk/server';
import { base, databaseRoutines, openDatabase } from '../../database/index.ts';
import type { Database } from '../../database/index.ts';
import { eventRoutines, events } from '../../events/index.ts';
import { appSecret, migratedDatabase, silentLog } from '../../database/test/fresh-database.ts';
import { answerBody, toAnswer } from '../../http/errors.ts';
import { kernelRoute } from '../../http/kernel-routes.ts';
import { RateLimit } from '../../http/rate.ts';
import { checkUpload } from '../../storage/check-upload.ts';
import { LocalDisk } from '../../storage/local-disk.ts';
import { identityMigrations, identityRoutines, openIdentity } from '../identity.ts';
import { fileReadersMigration } from '../../storage/readers-migration.ts';
import type { Identity, IdentityOptions } from '../identity.ts';
import type { SessionEnded } from '../sessions.ts';

const about = { version: '1.0.0', publisher: 'Balcão', license: 'MIT', sdk: '^0.1.0' };
/** Three plugins that depend on each other, with every kind of permission and setting. */
export const manifests: PluginManifest[] = [
  {
    ...about,
    id: 'notes',
    title: 'notes.title',
    description: 'notes.description',
    permissions: {
      'notes:view': { label: 'notes.view', profiles: ['admin', 'gestor'] },
      'notes:delete': { label: 'notes.delete', profiles: ['admin'] },
      'notes:pay': { label: 'notes.pay', profiles: [] },
    },
    settings: {
      closing: {
        type: 'string',
        label: 'notes.closing',
        default: 'question',
        enum: ['enabled', 'disabled', 'question'],
      },
      pageLimit: { type: 'integer', label: 'notes.pageLimit', default: 20, minimum: 1, maximum: 100 },
      showAll: { type: 'boolean', label: 'notes.showAll', default: false },
      providerKey: { type: 'string', label: 'notes.providerKey', default: '', secret: true, maxLength: 200 },
      quota: { type: 'integer', label: 'notes.quota', default: 5000, superOnly: true },
    },
  },
  {
    ...about,
    id: 'board',
    title: 'board.title',
    description: 'board.description',
    toggle: 'boardEnabled',
    requires: { notes: '^1.0.0' },
  },
  {
    ...about,
    id: 'board-print',
    title: 'print.title',
    description: 'print.description',
    toggle: 'printEnabled',
    requires: { board: '^1.0.0' },
  },
];

export interface Emitted {
  companyId: number;
  event: string;
  key: string;
  payload: object;
}

export interface TestNode {
  identity: Identity;
  ended: SessionEnded[];
  emitted: Emitted[];
  /** Ids of events that cannot be stored, so that the transaction they belong to fails. */
  failingEvents: Set<string>;
  url: string;
  close(): Promise<void>;
}

export type InstallationOptions = Partial<IdentityOptions> & { pageParts?: Parameters<Identity['routes']>[0] };

/** Opens one node of the installation: services and their routes behind the kernel's own checks. */
async function openNode(
  database: Database,
  dataDir: string,
  { pageParts, ...options }: InstallationOptions,
): Promise<TestNode> {
  const ended: SessionEnded[] = [];
  const emitted: Emitted[] = [];
  const failingEvents = new Set<string>();
  const identity = openIdentity({
    config: {
      sessionSecret: 'a secret of at least thirty-two characters',
      encryptionKey: Buffer.alloc(32, 7),
      publicUrl: 'http://localhost:8080',
      dataDir,
      mailFrom: 'Balcão <nao-responda@balcao.local>',
    },
    backend: new LocalDisk(path.join(dataDir, 'media')),
    owner: database.owner,
    signals: database,
    log: silentLog,
    emit: async <T extends object>(companyId: number, event: EventRef<T>, key: string, payload: T) => {
      if (failingEvents.has(event.id)) throw new Error(`${event.id} cannot be stored`);
      emitted.push({ companyId, event: event.id, key, payload });
    },
    manifests,
    loginRefusal: async () => undefined,
    sessionExtras: async () => ({}),
    ...options,
  });
  identity.subscribe({ sessionEnded: (session) => ended.push(session) });
  await identity.start();

  const app = new Koa();
  app.silent = true;
  // Test browsers set their network address.
  app.proxy = true;
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { answer, defect } = toAnswer(error);
      if (defect) console.error(error);
      ctx.status = answer.status;
      ctx.body = answerBody(answer);
    }
  });
  const router = new Router({ prefix: '/api' });
  const parts = {
    rates: new RateLimit(),
    records: identity.records,
    checkUpload,
    authenticate: (authorization: string | undefined) => identity.logins.authenticateHeader(authorization),
    can: (user: CurrentUser, companyId: number, permission: string) =>
      identity.permissions.can(user, companyId, permission),
    wake: () => undefined,
  };
  for (const route of identity.routes(pageParts))
    router.register(
      route.path,
      [route.method.toLowerCase()],
      kernelRoute(parts, route) as Parameters<Router['register']>[2],
    );
  app.use(router.routes() as unknown as Middleware);
  app.use((ctx, next) => (ctx.path.startsWith('/public/') ? identity.serveMedia(ctx) : next()));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    identity,
    ended,
    emitted,
    failingEvents,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await identity.stop();
    },
  };
}

export interface Installation extends TestNode {
  database: Database;
  dataDir: string;
  databaseUrl: string;
  /** Opens another node on the same database. */
  anotherNode(options?: Partial<IdentityOptions>): Promise<TestNode>;
}

export async function openInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const { url, drop } = await migratedDatabase([
    {
      id: 'kernel',
      migrations: [base, events, ...identityMigrations, fileReadersMigration],
      routines: [...databaseRoutines, ...identityRoutines, ...eventRoutines],
      core: true,
    },
  ]);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-identity-'));
  const database = await openDatabase({ url, entities: [], log: silentLog, appSecret });
  const nodes = [await openNode(database, dataDir, options)];
  const first = nodes[0] as TestNode;
  return {
    ...first,
    database,
    databaseUrl: url,
    dataDir,
    async anotherNode(other = options) {
      const node = await openNode(database, dataDir, other);
      nodes.push(node);
      return node;
    },
    async close() {
      for (const node of nodes) await node.close();
      await database.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const password = 'Balcao123';

export interface TestCompany {
  company: Company;
  admin: CurrentUser;
  /** Adds a person and returns them. */
  add(profile: 'admin' | 'gestor' | 'user', email: string): Promise<CurrentUser>;
}

export async function makeCompany({ identity }: TestNode, name: string): Promise<TestCompany> {
  const email = `admin@${name}.example`;
  const { company, adminId } = await identity.tenants.create({ name, admin: { name: 'Ana', email, password } });
  const admin: CurrentUser = { id: adminId, name: 'Ana', email, profile: 'admin', super: false };
  return {
    company,
    admin,
    async add(profile, address) {
      const account = await identity.people.create(company.id, { name: 'Bia', email: address, password, profile });
      return { id: account.id, name: account.name, email: account.email, profile, super: false };
    },
  };
}

export interface Answer {
  status: number;
  body: Record<string, unknown> & {
    error?: string;
    fields?: Record<string, string>;
    context?: Record<string, unknown>;
  };
  headers: Headers;
}

/** A test browser, which stores the cookie and the access token as the page does. */
export class Browser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  token: string | undefined;
  /** Network address of its calls. */
  ip = '127.0.0.1';

  constructor({ url }: { url: string }) {
    this.#url = url;
  }

  async call(method: string, path_: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.#url}/api${path_}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(this.#cookies.size > 0 && { cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') }),
        'x-forwarded-for': this.ip,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers };
  }

  /** Cookie of the refresh token, as it is sent. */
  get cookie(): string | undefined {
    const value = this.#cookies.get('jrt');
    return value && `jrt=${value}`;
  }
  set cookie(pair: string | undefined) {
    if (pair === undefined) this.#cookies.delete('jrt');
    else this.#cookies.set('jrt', pair.slice('jrt='.length));
  }

  async logIn(email: string, word = password): Promise<Answer> {
    const answer = await this.call('POST', '/auth/login', { email, password: word });
    if (answer.status === 200) this.token = String(answer.body['token']);
    return answer;
  }

  async refresh(): Promise<Answer> {
    const answer = await this.call('POST', '/auth/refresh_token');
    if (answer.status === 200) this.token = String(answer.body['token']);
    return answer;
  }
}
