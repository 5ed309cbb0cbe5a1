import type { Log } from '@balcao/sdk/server';
import { readClients } from './clients.ts';
import type { Source } from './host/discover.ts';
import { Guard } from './host/guard.ts';
import { defaultLimits } from './host/limits.ts';
import { loadPlugins } from './host/load.ts';
import type { Registry } from './host/registry.ts';
import { watchStrays } from './host/strays.ts';
import { installedIds, stateOf } from './http/installed.ts';
import type { JobStats } from './jobs/index.ts';
import { createMetrics, type MetricSources } from './metrics.ts';
import { defaultRoots, type KernelOptions } from './options.ts';
import { openSchema } from './schema.ts';

/** What is read from the database only when somebody asks for figures. */
export interface Figures {
  events: { inFlight: number; parked: number; dead: number };
  jobs: JobStats;
}

/** Discovers, imports and checks the plugins, and brings the database up to date with them. */
const load = async (options: KernelOptions, log: Log, discovered: (sources: readonly Source[]) => void) => {
  const { config, databaseUrl, importLimitMs } = options;
  const loading = await loadPlugins(options.roots ?? defaultRoots(config), {
    sandbox: config.sandbox,
    production: config.production,
    discovered,
    ...(importLimitMs !== undefined && { importLimitMs }),
  });
  return { loading, ...(await openSchema(loading, { url: databaseUrl, appSecret: config.sessionSecret, log })) };
};

/** Loads the plugins, watched from the first line of their code on. */
export const openPlugins = async (
  options: KernelOptions,
  log: Log,
  sources: Pick<MetricSources, 'sockets' | 'events' | 'jobs'>,
) => {
  let registry: Registry | undefined;
  const metrics = createMetrics({
    ...sources,
    plugins: () =>
      (registry ? installedIds(registry) : []).map((id) => ({
        id,
        state: registry ? stateOf(registry, id) : 'failed',
        loadMs: registry?.plugins.get(id)?.loadMs ?? null,
        intervals: strays.intervals(id),
      })),
    breakers: () => guard.open(),
  });
  const guard = new Guard({
    limits: { ...defaultLimits, ...options.limits },
    log,
    failed: (plugin, where) => metrics.failures.inc({ plugin, where }),
    limited: (plugin, what) => metrics.limited.inc({ plugin, what }),
  });
  const folders = new Map<string, string>();
  const strays = watchStrays({
    folders,
    found: ({ plugin, what, error }) => {
      guard.failed({ plugin, where: 'process', what, error });
      log.error({ plugin, what, err: error }, 'a plugin acted where nobody called it');
    },
    lost: (err) => log.error({ err }, 'a promise failed that nobody waited for'),
  });
  try {
    const {
      loading,
      database,
      registry: loaded,
    } = await load(options, log, (found) => {
      for (const { dir, manifest } of found) folders.set(dir, manifest.id);
    });
    registry = loaded;
    const { clients, faults } = await readClients(loaded.plugins.values());
    loaded.faults.push(...faults);
    for (const { code, plugin, message } of loaded.faults) log.error({ plugin, code }, message);
    return { metrics, guard, strays, loading, database, registry: loaded, clients };
  } catch (error) {
    strays.stop();
    throw error;
  }
};
