import { mkdtemp, rm } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@balcao/kernel/config';
import { startKernel, type Kernel, type Limits, type PoolSizes } from '@balcao/kernel';
import type { Profile } from '@balcao/sdk/manifest';
import type { Scope } from '@balcao/sdk/server';
import { freshDatabase } from './database.ts';
import { measure } from './durations.ts';
import { Person } from './person.ts';
import { migratedTemplate } from './database-template.ts';

const firstParty = join(import.meta.dirname, '..', '..', 'plugins');

export interface TestHostOptions {
  /** A running PostgreSQL, as superuser; a database is created in it. In Vitest: `inject('databaseUrl')`. */
  databaseUrl: string;
  /** Folders of plugins, or ids of the platform's own. Include the plugins that they require. */
  plugins: readonly string[];
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Receives every log line; by default only fatal ones are printed. */
  log?: (line: string) => void;
  /** See the kernel's option of the same name. */
  importLimitMs?: number;
  /** See the kernel's option of the same name: for suites that watch what built plugins declare. */
  inPlace?: boolean;
  /** See the kernel's option of the same name: for tests of the limits of plugins. */
  limits?: Partial<Limits>;
  /** Replaces some sizes of connection pools, which are small in tests: for one that holds many transactions open. */
  poolSizes?: Partial<PoolSizes>;
  /** See the kernel's option of the same name: for tests that kill nodes. */
  takeOverMs?: number;
  /** Uses the database of another host instead of a fresh one: for a second node. */
  sameDatabaseAs?: TestHost;
}

export interface TestCompany {
  id: number;
  admin: Person;
  /** Creates a person of the company and logs in. */
  person(profile?: Profile, name?: string): Promise<Person>;
  /** Returns the company's scope as code of the plugin receives it. */
  scope(plugin: string): Scope;
  /** Switches a plugin on for the company. */
  enable(toggle: string): Promise<void>;
  disable(toggle: string): Promise<void>;
}

export interface TestHost {
  url: string;
  kernel: Kernel;
  databaseUrl: string;
  /** Its data folder: media, plugins, secrets. */
  dataDir: string;
  /** A client without a session. */
  nobody: Person;
  /** Returns a super user, in a company of the platform's own. */
  superUser(): Promise<Person>;
  company(options?: { name?: string; settings?: Record<string, string | boolean | number> }): Promise<TestCompany>;
  logIn(email: string, password: string): Promise<Person>;
  close(): Promise<void>;
}

let counter = 0;
const password = 'Senha-123';
/** Tests create thousands of people: the recommended cost would be a twentieth of their processor time. */
const cheapPasswords = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** A new connection fills its caches before it is fast, which would be a third of the database's work in tests. */
const fewConnections: PoolSizes = { app: 5, owner: 3, jobs: 2 };

/** Starts the real kernel with these plugins on a real database, in this process, on a port of its own. */
export const startTestHost = async (options: TestHostOptions): Promise<TestHost> => {
  const shared = options.sameDatabaseAs;
  const dataDir = shared?.dataDir ?? (await mkdtemp(join(tmpdir(), 'balcao-test-')));
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: options.log ? 'info' : 'fatal',
    ...options.env,
  });
  const roots = options.plugins.map((name) =>
    name.includes('/') ? { dir: name, firstParty: false } : { dir: join(firstParty, name), firstParty: true },
  );
  // The folder of a third-party plugin may change from test to test, so its migrations run in each.
  const ours = roots.filter((root) => root.firstParty);
  const database = shared
    ? { url: shared.databaseUrl, drop: async () => undefined }
    : await measure('database', async () =>
        freshDatabase(
          options.databaseUrl,
          // A failing migration is reported by the start itself.
          await migratedTemplate(options.databaseUrl, ours, config).catch(() => undefined),
        ),
      );
  const kernel = await measure('kernel', () =>
    startKernel({
      config,
      databaseUrl: database.url,
      roots,
      ...(options.log && { logTo: { write: options.log } }),
      ...(options.importLimitMs !== undefined && { importLimitMs: options.importLimitMs }),
      ...(options.limits && { limits: options.limits }),
      ...(options.takeOverMs !== undefined && { takeOverMs: options.takeOverMs }),
      passwordCost: cheapPasswords,
      poolSizes: { ...fewConnections, ...options.poolSizes },
      ...(options.inPlace && { inPlace: true }),
    }),
  ).catch(async (error: unknown) => {
    await database.drop();
    if (!shared) await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  // A node that is killed writes none at its end, and all nodes of the next tests would compile everything again.
  flushCompileCache();
  const { url } = kernel;
  const people: Person[] = [];
  const nobody = new Person(url, { id: 0, email: '', password: '', token: '' });

  const logIn = async (email: string, secret: string): Promise<Person> => {
    const { status, body } = await nobody.post<{
      token: string;
      tokenPublicDir: string;
      user: { id: number };
    }>('/auth/login', { email, password: secret });
    if (status !== 200) throw new Error(`login of ${email} answered ${status}`);
    const { token, tokenPublicDir: mediaToken } = body;
    const person = new Person(url, { id: body.user.id, email, password: secret, token, mediaToken });
    people.push(person);
    return person;
  };

  const company: TestHost['company'] = async ({ name = 'Empresa de teste', settings = {} } = {}) => {
    counter += 1;
    const email = `admin${counter}-${Date.now()}@teste.local`;
    const made = await kernel.identity.tenants.create({ name, admin: { name: 'Admin', email, password }, settings });
    const { id } = made.company;
    const setting = async (key: string, value: string): Promise<void> => {
      await kernel.identity.settings.set(id, key, value);
    };
    return {
      id,
      admin: await logIn(email, password),
      async person(profile = 'user', called = 'Atendente') {
        counter += 1;
        const address = `pessoa${counter}-${Date.now()}@teste.local`;
        await kernel.identity.people.create(id, { name: called, email: address, password, profile });
        return logIn(address, password);
      },
      scope: (plugin) => kernel.scope(id, plugin),
      enable: (toggle) => setting(toggle, 'enabled'),
      disable: (toggle) => setting(toggle, 'disabled'),
    };
  };

  return {
    url,
    kernel,
    databaseUrl: database.url,
    dataDir,
    nobody,
    company,
    logIn,
    async superUser() {
      const { admin } = await company({ name: 'Plataforma' });
      await kernel.identity.people.makeSuper(admin.id);
      return logIn(admin.email, password);
    },
    async close() {
      for (const person of people) person.leave();
      await measure('kernel', () => kernel.close());
      await measure('database', () => database.drop());
      if (!shared) await rm(dataDir, { recursive: true, force: true });
    },
  };
};
