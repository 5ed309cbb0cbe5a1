import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { accounts, loginCheck, sessionExtra, tenants, type Company, type CurrentUser, type Scope } from '@balcao/sdk/server';
import { identityMigrations, openIdentity } from './auth/identity.ts';
import { clientEntries, readClients, type DevClients } from './clients.ts';
import type { Config } from './config/index.ts';
import { base, migrate, openDatabase } from './database/index.ts';
import { deadLetters, Dispatcher, events } from './events/index.ts';
import type { PluginRoot } from './host/discover.ts';
import { BootError } from './host/faults.ts';
import { loadPlugins, refuseCoreFaults, withoutFaulty } from './host/load.ts';
import { Registry } from './host/registry.ts';
import { companyScope, type ScopeParts } from './host/scope.ts';
import { subscribersOf } from './host/subscribers.ts';
import { Switches } from './host/switches.ts';
import { createTranslate } from './host/translate.ts';
import { createApp } from './http/app.ts';
import { failureRoutes } from './http/failures.ts';
import { healthRoutes } from './http/health.ts';
import { kernelRoute } from './http/kernel-routes.ts';
import { platformRoutes } from './http/platform.ts';
import { RateLimit } from './http/rate.ts';
import { openJobs } from './jobs/index.ts';
import { Leases, leases as leaseMigration } from './leases/index.ts';
import { PluginLeases } from './leases/plugin-leases.ts';
import { followSettings } from './live.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { sockets as socketMigration } from './sockets/migration.ts';
import { Sockets } from './sockets/index.ts';
import { checkUpload } from './storage/check-upload.ts';
import { ensureFirstSuper } from './tenants/first-start.ts';
import { createWeb } from './web/index.ts';

export { BootError } from './host/faults.ts';
export type { Fault } from './host/faults.ts';

const repository = join(import.meta.dirname, '..');

export interface KernelOptions {
  config: Config;
  /** The owner's address of the database. */
  databaseUrl: string;
  /** Folders of plugins. Absent: the platform's own, PLUGINS_PATH and DATA_DIR/plugins. */
  roots?: readonly PluginRoot[];
  /** Serves browser code from source, with reload on change. */
  dev?: (server: ReturnType<typeof createServer>) => Promise<DevClients & { close(): Promise<void> }>;
  /** Where log lines go. Absent: standard output. */
  logTo?: { write(line: string): void };
  /** How long one plugin's server part may take to be imported. Absent: 10 s. */
  importLimitMs?: number;
  /** Tells the browser which demo account to offer. */
  demo?: { email: string; password: string };
}

/** Bytes of media a company may keep: 5000 MB. */
const defaultQuota = 5000 * 1024 * 1024;

const defaultRoots = ({ pluginsPath, dataDir }: Config): PluginRoot[] => [
  { dir: join(repository, 'plugins'), firstParty: true },
  ...pluginsPath.map((dir) => ({ dir, firstParty: false })),
  { dir: join(dataDir, 'plugins'), firstParty: false },
];

/** Starts one node: reads top to bottom, and refuses what is wrong with every fault at once. */
export const startKernel = async (options: KernelOptions) => {
  const { config, databaseUrl } = options;
  const log = createLog(config.logLevel, options.logTo);
  const nodeId = randomUUID();

  const loading = await loadPlugins(options.roots ?? defaultRoots(config), {
    sandbox: config.sandbox,
    ...(options.importLimitMs !== undefined && { importLimitMs: options.importLimitMs }),
  });
  const database = await openDatabase({
    url: databaseUrl,
    entities: loading.loaded.flatMap(({ plugin }) => [...(plugin.parts.entities ?? [])]),
    log,
    appSecret: config.sessionSecret,
  });
  const reports = await migrate(database, [
    { id: 'kernel', migrations: [base, ...identityMigrations, events, leaseMigration, socketMigration], platformTables: ['kernel.lease'], core: true },
    ...loading.loaded.map(({ source: { manifest }, plugin: { parts } }) => ({
      id: manifest.id,
      migrations: parts.migrations ?? [],
      platformTables: [...(parts.platformTables ?? [])],
      core: manifest.core ?? false,
    })),
  ]);
  const migrationFaults = reports.flatMap(({ faults }) => faults);
  const fatal = migrationFaults.filter(({ plugin }) => plugin === 'kernel');
  if (fatal.length > 0) throw new BootError(fatal);
  refuseCoreFaults(loading.sources, migrationFaults);
  const registry = new Registry(withoutFaulty(loading, migrationFaults));
  for (const { code, plugin, message } of registry.faults) log.error({ plugin, code }, message);

  const server = createServer();
  const wake = (): void => dispatcher.wake();
  const identity = openIdentity({
    config,
    owner: database.owner,
    log,
    signals: database,
    async emit(companyId, event, key, payload, client) {
      await (client ?? database.owner).query('insert into kernel.outbox (company_id, event, key, payload) values ($1, $2, $3, $4)', [companyId, event.id, key, payload]);
      wake();
    },
    manifests: [...registry.plugins.values()].map(({ source }) => source.manifest),
    async loginRefusal(user, company) {
      for (const { plugin, item } of contributed<{ check(user: CurrentUser, scope: Scope): Promise<{ code: string } | undefined> }>(loginCheck.id, company)) {
        const refusal = await item.check(user, kernelScope(plugin, company, user));
        if (refusal) return refusal;
      }
      return undefined;
    },
    async sessionExtras(user, company) {
      const items = contributed<{ extra(user: CurrentUser, scope: Scope): Promise<Record<string, unknown>> }>(sessionExtra.id, company);
      return Object.assign({}, ...(await Promise.all(items.map(({ plugin, item }) => item.extra(user, kernelScope(plugin, company, user))))));
    },
    onSessionEnded: ({ companyId, userId, sessionId, reason }) => sockets.endSession(companyId, userId, sessionId, reason),
  });
  const switches = new Switches(registry, (companyId, plugin) => identity.settings.isOn(companyId, plugin));
  registry.provide(accounts.id, (scope) => identity.people.forCompany(scope.company.id, scope.user));
  registry.provide(tenants.id, () => identity.tenants);

  const held = new Leases({ owner: database.owner, nodeId, log });
  const leases = new PluginLeases(held);

  const scopes: ScopeParts = {
    registry,
    switches,
    session: (companyId) => database.company(companyId),
    company: (id) => identity.tenants.company(id),
    can: (user, companyId, permission) => identity.permissions.can(user, companyId, permission),
    settings: (companyId) => identity.settings.forCompany(companyId),
    storage: (companyId) => identity.media.forCompany(companyId),
    addresses: (companyId, plugin) => identity.addresses.addressesFor(companyId, plugin),
    leases: (companyId, plugin) => leases.forPlugin(companyId, plugin),
    translate: createTranslate(loading.sources),
    emitLive: (...message) => sockets.emit(...message),
    evict: (...whom) => sockets.evict(...whom),
    scheduleJob: (companyId, job, data, when) => jobs.schedule(job, companyId, data, when),
    cancelJob: (companyId, job, key) => jobs.cancel(job, companyId, key),
    wake,
    log: (bindings) => log.child(bindings),
  };
  const kernelScope = (plugin: string, company: Company, user?: CurrentUser): Scope =>
    companyScope(scopes, { plugin, company, user, language: company.language, signal: new AbortController().signal });
  const contributed = <T>(point: string, company: Company): { plugin: string; item: T }[] =>
    registry.contributions(point).filter(({ plugin }) => switches.isOn(plugin, company.id)).map(({ plugin, item }) => ({ plugin, item: item as T }));

  const dispatcher = new Dispatcher({ owner: database.owner, listenUrl: databaseUrl, log });
  const eventFigures = { inFlight: 0, parked: 0, dead: 0 };
  const metrics = createMetrics({ sockets: () => sockets.count(), events: () => eventFigures });
  const jobs = await openJobs({
    databaseUrl,
    jobsUrl: config.jobsUrl,
    log,
    gate: (plugin, companyId) => switches.isOn(plugin, companyId),
    async run(id, companyId, data, signal) {
      const company = identity.tenants.company(companyId);
      const job = registry.jobs.get(id);
      if (!company || !job) return;
      const scope = companyScope(scopes, { plugin: job.plugin, company, user: undefined, language: company.language, signal });
      try {
        await job.definition.handle(data, scope);
      } catch (error) {
        metrics.failures.inc({ plugin: job.plugin, where: 'job' });
        throw error;
      } finally {
        wake();
      }
    },
  });
  jobs.define([...registry.jobs.values()].map(({ id, plugin, definition }) => ({ id, plugin, every: definition.every, validate: (data: unknown) => definition.data.parse(data) })));

  const authenticate = async (token: string) => {
    const { session, user, company } = await identity.logins.authenticate(token);
    return { session, user, company, companyId: company.id, sessionId: session.id };
  };
  const bearer = (authorization = ''): string => /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
  const resolveAddress = (address: string) => identity.addresses.resolve(address);
  const sockets = new Sockets({
    server,
    databaseUrl,
    redisUrl: config.redisUrl,
    registry,
    switches,
    scopes,
    log,
    authenticate,
    resolveAddress,
    failed: (plugin) => metrics.failures.inc({ plugin, where: 'room' }),
    presence: async (companyId, userId, online) => {
      await identity.people.setOnline(companyId, userId, online);
      sockets.emit(companyId, 'kernel.company', {}, 'presence', { userId, online });
    },
  });
  identity.settings.onChange(followSettings({ registry, switches, sockets, jobs, leases, failed: (err) => log.warn({ err }, 'a module switch did not act in full') }));

  const { clients, faults: clientFaults } = await readClients(registry.plugins.values());
  registry.faults.push(...clientFaults);
  for (const { code, plugin, message } of clientFaults) log.error({ plugin, code }, message);
  const rates = new RateLimit();
  const shared = { rates, checkUpload, wake, authenticate: (authorization?: string) => authenticate(bearer(authorization)), can: scopes.can };
  const dev = await options.dev?.(server);
  const entries = clientEntries([...registry.plugins.values()], clients, dev);
  const signUp = registry.routes.some(({ path }) => path === '/companies/cadastro');
  const kernelRoutes = [
    ...identity.routes,
    ...failureRoutes(deadLetters(database.owner), jobs),
    ...platformRoutes({
      registry,
      switches,
      clients: () => entries,
      translate: scopes.translate,
      storage: async (companyId) => ({ used: await identity.media.forCompany(companyId).used(), quota: defaultQuota }),
      info: async () => ({ demo: options.demo !== undefined, demoLogin: options.demo, signup: signUp }),
    }),
  ];
  let ready = false;
  const app = createApp({
    pipeline: {
      registry,
      switches,
      scopes,
      rates,
      checkUpload,
      authenticate: (authorization) => authenticate(bearer(authorization)),
      resolveAddress,
      companyless: (id) => {
        if (id === tenants.id) return identity.tenants;
        throw new Error(`${id} needs a company`);
      },
      dropped: (plugin) => metrics.dropped.inc({ plugin }),
    },
    routes: registry.routes,
    kernel: kernelRoutes.map((route) => ({ method: route.method, path: route.path, handle: kernelRoute(shared, route) })),
    outside: [
      ...healthRoutes({
        ready: async () => {
          if (!ready) throw new Error('starting or stopping');
          await database.owner.query('select 1');
        },
        metrics: async () => {
          Object.assign(eventFigures, await dispatcher.stats());
          return { type: metrics.register.contentType, text: await metrics.register.metrics() };
        },
      }),
      async (ctx, next) => {
        if (!ctx.path.startsWith('/public/')) return next();
        return identity.serveMedia(ctx);
      },
      createWeb({
        hostDist: join(repository, 'web-host', 'dist'),
        plugins: () => clients,
        publicUrl: config.publicUrl,
        ...(dev && { dev }),
      }),
    ],
    trustProxy: config.trustProxy,
    log,
    ended: ({ method, route, plugin, status, seconds, defect }) => {
      metrics.requests.observe({ method, route, plugin, status }, seconds);
      if (defect) metrics.failures.inc({ plugin, where: 'route' });
    },
  });
  const answer = app.callback();
  server.on('request', (request, response) => {
    // socket.io listens on the same server, and two answers to one request end the process.
    if (!request.url?.startsWith('/socket.io/')) void answer(request, response);
  });

  await identity.start();
  await sockets.start();
  if (config.admin) await ensureFirstSuper(database.owner, identity.tenants, identity.people, config.admin);
  dispatcher.setSubscribers(subscribersOf(registry, switches, scopes, (plugin) => metrics.failures.inc({ plugin, where: 'event' })));
  await dispatcher.start();
  await jobs.start();
  for (const { id } of identity.tenants.active()) await jobs.ensureEvery(id);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  ready = true;
  const { port } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    ready = false;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await dev?.close();
    await sockets.close();
    const late = setTimeout(() => server.closeAllConnections(), 10_000);
    await closed;
    clearTimeout(late);
    await dispatcher.stop();
    await jobs.stop(10_000);
    await held.stop();
    await identity.stop();
    await database.close();
  };

  return {
    url: `http://${config.host}:${port}`,
    port,
    nodeId,
    config,
    log,
    database,
    identity,
    registry,
    /** The kernel's own, beside those of plugins in the registry. */
    routes: kernelRoutes,
    switches,
    dispatcher,
    jobs,
    /** A scope of a company as plugin code has it: for seeding, tests and benchmarks. */
    scope: (companyId: number, plugin: string, user?: CurrentUser): Scope => {
      const company = identity.tenants.company(companyId);
      if (!company) throw new Error(`there is no company ${companyId}`);
      return kernelScope(plugin, company, user);
    },
    close,
  };
};

export type Kernel = Awaited<ReturnType<typeof startKernel>>;
