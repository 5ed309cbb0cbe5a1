import { dirname, sep } from 'node:path';
import type { Log } from '@balcao/sdk/server';
import { readClients } from './clients.ts';
import { PluginBuilds } from './host/builds.ts';
import { Guard } from './host/guard.ts';
import { defaultLimits } from './host/limits.ts';
import { loadPlugins, type LoadEnvironment } from './host/load.ts';
import { markOf } from './host/plugin-watch.ts';
import type { Registry } from './host/registry.ts';
import { watchSideEffects } from './host/side-effects.ts';
import { installedIds, stateOf } from './http/installed.ts';
import { createMetrics } from './metrics.ts';
import { defaultRoots, type KernelOptions } from './options.ts';
import { openSchema } from './schema.ts';

/** Loads the plugins and watches for their side effects from the first line of their code on. */
export const openPlugins = async (options: KernelOptions, log: Log) => {
  let registry: Registry | undefined;
  const metrics = createMetrics({
    plugins: () =>
      (registry ? installedIds(registry) : []).map((id) => ({
        id,
        state: registry ? stateOf(registry, id) : 'failed',
        loadMs: registry?.plugins.get(id)?.loadMs ?? null,
        intervals: sideEffects.intervals(id),
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
  const sideEffects = watchSideEffects({
    folders,
    found: ({ plugin, what, error }) => {
      guard.failed({ plugin, where: 'process', what, error });
      log.error({ plugin, what, err: error }, 'plugin acted outside a call');
    },
    lost: (err) => log.error({ err }, 'unhandled rejection'),
  });
  const { config, databaseUrl, importLimitMs, moduleOf } = options;
  const roots = options.roots ?? defaultRoots(config);
  const builds = PluginBuilds.of(config.dataDir);
  const environment: LoadEnvironment = {
    sandbox: config.sandbox,
    production: config.production,
    ...(!options.inPlace && { builds }),
    ...(moduleOf && { moduleOf }),
    discovered(found) {
      for (const { dir, manifest, server } of found) {
        folders.set(dir, manifest.id);
        if (server !== undefined && !server.startsWith(dir + sep)) folders.set(dirname(server), manifest.id);
      }
    },
    ...(importLimitMs !== undefined && { importLimitMs }),
  };
  try {
    const watched = await markOf(roots);
    const loading = await loadPlugins(roots, environment);
    const opened = await openSchema(loading, {
      url: databaseUrl,
      poolerUrl: config.databasePoolerUrl,
      appSecret: config.sessionSecret,
      poolSizes: options.poolSizes,
      log,
    });
    const { database, registry: loaded } = opened;
    registry = loaded;
    const { clients, faults } = await readClients(loaded.plugins.values());
    loaded.faults.push(...faults);
    for (const { code, plugin, message } of loaded.faults) log.error({ plugin, code }, message);
    return {
      metrics,
      guard,
      sideEffects,
      database,
      registry: loaded,
      clients,
      installed: { roots, builds, environment, watched },
    };
  } catch (error) {
    sideEffects.stop();
    throw error;
  }
};
