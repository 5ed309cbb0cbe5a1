import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiDescription, companyRoom, type CurrentUser, type Language, type Scope } from '@balcao/sdk/server';
import { withoutAuditContext } from './audit/audit-context.ts';
import { openApiDocument } from './api-document/document.ts';
import { attemptsFor } from './auth/plugin-attempts.ts';
import { openIdentity } from './auth/identity.ts';
import { Clients } from './clients.ts';
import { deadLetters, Dispatcher } from './events/index.ts';
import { EnabledPlugins } from './host/enabled-plugins.ts';
import { PluginsInUse } from './host/plugins-in-use.ts';
import { LivePlugins } from './host/live-plugins.ts';
import { jobRun, jobsOf } from './host/run-job.ts';
import { Scopes } from './host/scopes.ts';
import { settingsFor } from './host/plugin-settings.ts';
import { sessionPoints } from './host/session-points.ts';
import { CompanyCaches } from './host/company-caches.ts';
import { subscribersOf } from './host/subscribers.ts';
import { Switches } from './host/switches.ts';
import { createTranslate } from './host/translate.ts';
import { PluginWatch } from './host/plugin-watch.ts';
import { healthRoutes } from './http/health.ts';
import { serve } from './http/serve.ts';
import { openJobs } from './jobs/index.ts';
import { kernelRoutes } from './kernel-routes.ts';
import { Leases } from './leases/index.ts';
import { PluginLeases } from './leases/plugin-leases.ts';
import { followSwitches } from './follow-switches.ts';
import { createLog } from './log.ts';
import { renderEmail } from './mail/render-email.ts';
import { hostDist, type KernelOptions } from './options.ts';
import { openPlugins } from './plugins.ts';
import { Presence } from './presence/presence.ts';
import { provideServices } from './provide-services.ts';
import { PluginSecrets } from './secrets/plugin-secrets.ts';
import { Sessions } from './sessions/index.ts';
import { installationName, Sockets } from './sockets/index.ts';
import { openBackend } from './storage/open-backend.ts';
import { createSwitchOver } from './switch-over.ts';
import { ensureFirstSuper } from './tenants/first-start.ts';
import { maxOf } from './tenants/resource-limits.ts';
import { TokenBook } from './tokens/tokens.ts';
import { createWeb } from './web/index.ts';

export { BootError } from './host/faults.ts';
export type { Fault } from './host/faults.ts';
export type { Limits } from './host/limits.ts';
export type { PoolSizes } from './database/pools.ts';
export type { InstalledPlugin } from './http/installed.ts';
export { tablesOf, type Tables } from './plugin-tables.ts';

/**
 * Milliseconds of idle keep-alive, longer than those of proxies: a connection closed under a proxy's next request
 * would lose it.
 */
const keepAliveTimeout = 150_000;
/** Milliseconds for the headers of a request, because a slow client holds a connection. */
const headersTimeout = 15_000;
const connectionsCheckingInterval = 5_000;

/** Starts one node. The function reads top to bottom and reports all faults at once. */
export const startKernel = async (options: KernelOptions) => {
  const { config, databaseUrl } = options;
  const backend = await openBackend(config);
  const log = createLog(config.logLevel, options.logTo);
  const nodeId = randomUUID();
  const server = createServer({ keepAliveTimeout, headersTimeout, connectionsCheckingInterval });

  const opened = await openPlugins(options, log);
  const { metrics, guard, sideEffects, database, registry, installed } = opened;
  const { owner } = database;

  let isReady = false;
  let isPrepared = options.prepared === undefined;
  void options.prepared?.then(() => (isPrepared = true));
  const translate = createTranslate(() => registry.sources);
  const scopes = new Scopes();
  const scopeOf: Scopes['detached'] = (...context) => scopes.detached(...context);
  const switches = new Switches(registry);
  const identity = openIdentity({
    config,
    backend,
    owner,
    log,
    passwordCost: options.passwordCost,
    signals: database,
    async emit(companyId, event, key, payload, client) {
      const statement = 'insert into kernel.outbox (company_id, event, key, payload) values ($1, $2, $3, $4)';
      await (client ?? owner).query(statement, [companyId, event.id, key, payload]);
    },
    manifests: [...registry.plugins.values()].map(({ source }) => source.manifest),
    ...sessionPoints({
      registry,
      switches,
      guard,
      scopeOf,
      can: (user, companyId, permission) => scopes.can(user, companyId, permission),
      failed: (plugin, err) => log.error({ plugin, err }, 'contribution to a login failed'),
    }),
    maxPeople: async (companyId) => {
      const company = scopes.company(companyId);
      return company && maxOf('users', scopeOf('kernel', company));
    },
  });
  switches.connect(identity.settings, identity.tenants);
  provideServices({ registry, identity, translate });

  const manifestOf = (plugin: string) => registry.plugins.get(plugin)?.source.manifest;
  const heldLeases = new Leases({ owner, nodeId, log, ttlMs: options.takeOverMs });
  const leases = new PluginLeases(heldLeases);
  const sessions = new Sessions({
    owner,
    signals: database,
    leases: heldLeases,
    log,
    definition: (plugin, id) =>
      registry.sessions.find((entry) => entry.plugin === plugin && entry.id === id)?.definition,
    isOn: (plugin, companyId) => switches.works(plugin, companyId),
    scope: (companyId, plugin, signal) => {
      const company = scopes.company(companyId);
      return company && scopes.of({ plugin, company, user: undefined, language: company.language, signal });
    },
    failed: (plugin, what, company, error) =>
      guard.failed({ plugin, where: 'session', what: `${what} (${company})`, error }),
  });
  const secrets = new PluginSecrets(owner, config.encryptionKey);
  const caches = new CompanyCaches({
    declared: () => [...registry.now.caches.values()].map(({ cache }) => cache),
    listen: (...ear) => database.listen(...ear),
    notify: (...message) => database.notify(...message),
    log,
  });

  const { eventMs } = guard.limits;
  // The guard's limit ends first and counts for the plugin.
  const dispatcher = new Dispatcher({ owner, listenUrl: databaseUrl, log, handlerTimeoutMs: eventMs + 5_000 });
  database.onEmitted(() => void withoutAuditContext(async () => dispatcher.wake()));
  const jobs = await openJobs({
    databaseUrl,
    poolSize: options.poolSizes?.jobs,
    ...(config.jobsUrl !== undefined && { jobsUrl: config.jobsUrl }),
    log,
    lockLifetimeMs: options.takeOverMs,
    timeZone: (companyId) => identity.tenants.company(companyId)?.timeZone,
    gate: (plugin, companyId) => switches.works(plugin, companyId),
    run: jobRun(registry, scopes, (companyId) => jobs.removeCompany(companyId)),
  });
  jobs.define(jobsOf([...registry.plugins.values()], database));
  const presence = new Presence({ owner, leases: heldLeases, nodeId, log });
  const sockets = new Sockets({
    server,
    databaseUrl,
    redisUrl: config.redisUrl,
    installation: await installationName(database),
    trustProxy: config.trustProxy,
    registry,
    switches,
    guard,
    scopes,
    log,
    async authenticate(token) {
      const { user, company, session } = await identity.logins.authenticate(token);
      return { user, companyId: company.id, sessionId: session.id };
    },
    endedSessions: (ids) => identity.sessions.endedOf(ids),
    resolveAddress: (address) => identity.addresses.resolve(address),
    answers: { 'plugin-health': () => guard.health() },
    presence,
  });
  identity.onRestrictedFile((person, readers) => sockets.admits(person, readers));
  presence.onChange((companyId, userId, online) =>
    sockets.emit(companyId, companyRoom.id, {}, 'presence', { userId, online }),
  );
  scopes.connect({
    caches,
    registry,
    switches,
    guard,
    session: (companyId, behalf) => database.company(companyId, behalf),
    prove: (text) => database.prove(text),
    company: (id) => identity.tenants.company(id),
    loadCompany: (id) => identity.tenants.load(id),
    can: (user, companyId, permission) => identity.permissions.can(user, companyId, permission),
    settings: (companyId, plugin) => settingsFor(identity.settings, companyId, manifestOf(plugin)),
    storage: (companyId, received, isSuper) => identity.media.forCompany(companyId, received, isSuper),
    addresses: (companyId, plugin) => identity.addresses.addressesFor(companyId, plugin),
    attempts: (companyId, plugin) => attemptsFor(identity.attempts, plugin, companyId),
    leases: (companyId, plugin) => leases.forPlugin(companyId, plugin),
    sessions: (companyId, plugin) => sessions.forPlugin(companyId, plugin),
    secrets: (companyId, plugin) => secrets.forPlugin(companyId, plugin),
    translate,
    mail: {
      written: (email, language) => ({
        ...renderEmail(email, language, config.publicUrl),
        status: identity.mailer.firstStatus,
      }),
      wake: () => identity.mailer.wake(),
    },
    emitLive: (...message) => sockets.emit(...message),
    recheck: (...whom) => sockets.recheck(...whom),
    scheduleJob: (companyId, job, data, when, within) => jobs.schedule(job, companyId, data, when, within),
    cancelJob: (companyId, job, key, within) => jobs.cancel(job, companyId, key, within),
    log: (bindings) => log.child(bindings),
  });

  const notFollowed = (err: unknown): void => log.warn({ err }, 'module toggle was not applied completely');
  const enabled = new EnabledPlugins({ owner, registry, switches, jobs });
  const inUse = new PluginsInUse(registry, switches);
  identity.settings.onChange((companyId, key) => inUse.add(companyId, key));
  const refreshSettings = (companyId: number): Promise<void> => identity.settings.refresh(companyId);
  const subscribers = () => subscribersOf({ registry, switches, scopes, jobs, enabled, caches, refreshSettings });
  dispatcher.setSubscribers(subscribers());

  const dev = await options.dev?.(server);
  const clients = new Clients([...registry.plugins.values()], opened.clients, dev);
  const followed = followSwitches({
    registry,
    switches,
    sockets,
    jobs,
    enabled,
    leases,
    settings: identity.settings,
    sessions,
    company: (id) => identity.tenants.company(id),
    clients: () => clients.entries,
    failed: notFollowed,
  });
  identity.settings.onChange(followed.setting);
  const parts = {
    database,
    identity,
    registry,
    switches,
    clients,
    guard,
    inUse,
    jobs,
    enabled,
    dispatcher,
    sockets,
    leases,
  };
  const plugins = new LivePlugins({
    ...installed,
    registry,
    log,
    prepare: createSwitchOver({ ...parts, sessions, subscribers, log }),
  });
  const watch = new PluginWatch({
    roots: installed.roots,
    mark: installed.watched,
    registry,
    signals: database,
    dataDir: config.dataDir,
    nodeId,
    log,
    look: () => plugins.check(),
  });
  /** Routes of the kernel; those of plugins are in the registry. */
  const routes = kernelRoutes({
    ...parts,
    translate,
    config,
    demo: options.demo,
    intervals: sideEffects.intervals,
    letters: deadLetters(owner),
  });
  registry.provide(apiDescription.id, (scope) => ({
    openapi: (at: string, language?: Language) =>
      openApiDocument({ registry, switches, translate, kernelRoutes: () => routes }, scope, at, language),
  }));
  const app = serve({
    registry,
    switches,
    scopes,
    identity,
    metrics,
    tokens: new TokenBook(owner),
    kernelRoutes: routes,
    outside: [
      ...healthRoutes({
        ready: async () => {
          if (!isReady || !isPrepared) throw new Error('starting or stopping');
          await owner.query('select 1');
        },
        metrics: async () => {
          const [events, jobsNow] = [await dispatcher.stats(), await jobs.stats()];
          metrics.observe({ sockets: () => sockets.count(), events: () => events, jobs: () => jobsNow });
          return { type: metrics.register.contentType, text: await metrics.register.metrics() };
        },
        metricsToken: config.metricsToken,
        trustProxy: config.trustProxy,
      }),
      (ctx, next) => (ctx.path.startsWith('/public/') ? identity.serveMedia(ctx) : next()),
      createWeb({
        hostDist,
        plugins: () => clients.present,
        build: (plugin, hash) => clients.build(plugin, hash),
        isUsed: (plugin) => inUse.has(plugin),
        publicUrl: config.publicUrl,
        frames: () => [...registry.plugins.values()].flatMap(({ source }) => source.manifest.frames ?? []),
        ...(dev && { dev }),
      }),
    ],
    trustProxy: config.trustProxy,
    secure: config.publicUrl.startsWith('https:'),
    log,
  });
  const answer = app.callback();
  server.on('request', (request, response) => {
    // socket.io listens on the same server, and two answers to one request end the process.
    if (!request.url?.startsWith('/socket.io/')) void answer(request, response);
  });

  await identity.start();
  if (config.admin) await ensureFirstSuper(database.direct, identity.tenants, identity.people, config.admin);
  await sockets.start();
  identity.subscribe({
    restricted(companyId) {
      sockets.emitHere(companyId, companyRoom.id, {}, 'module', {});
      sockets.emitHere(companyId, companyRoom.id, {}, 'permission', {});
      sockets.recheck(companyId, {});
    },
    grantsChanged(companyId) {
      sockets.emitHere(companyId, companyRoom.id, {}, 'permission', {});
      sockets.recheck(companyId, {});
    },
    switched: followed.company,
    removed: (companyId) => jobs.removeCompany(companyId),
    sessionEnded: (ended) => sockets.endSession(ended.companyId, ended.userId, ended.sessionId, ended.reason),
    sessionMoved: (sessionId) => sockets.cutSession(sessionId),
  });
  presence.start();
  await caches.start();
  await dispatcher.start();
  await jobs.start();
  await jobs.ensureEvery(identity.tenants.activeIds());
  await enabled.notify(identity.tenants.activeIds());
  await sessions.start();
  await plugins.start();
  await watch.start();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  isReady = true;
  const { port } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    isReady = false;
    await watch.stop();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection becomes idle with its last answer and would be kept for the next request.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await dev?.close();
    await presence.stop();
    await sockets.close();
    const late = setTimeout(() => server.closeAllConnections(), 10_000);
    await closed;
    clearTimeout(late);
    clearInterval(sweep);
    await dispatcher.stop();
    await jobs.stop(10_000);
    await sessions.stop();
    await heldLeases.stop();
    await identity.stop();
    await caches.stop();
    await database.close();
    sideEffects.stop();
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
    /** Checks the installed plugins now; otherwise it happens within a second of a change. */
    plugins: { look: () => plugins.check() },
    switches,
    dispatcher,
    jobs,
    sockets,
    routes,
    /** Creates a scope of a company as plugin code has it: for seeding, tests and benchmarks. */
    scope: (companyId: number, plugin: string, user?: CurrentUser): Scope => {
      const company = identity.tenants.company(companyId);
      if (!company) throw new Error(`there is no company ${companyId}`);
      return scopeOf(plugin, company, user);
    },
    close,
  };
};

export type Kernel = Awaited<ReturnType<typeof startKernel>>;
