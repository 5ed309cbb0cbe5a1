import { companyRoom, type Log } from '@balcao/sdk/server';
import type { Identity } from './auth/identity.ts';
import { readClients, type Clients } from './clients.ts';
import type { Database } from './database/index.ts';
import type { Dispatcher, Subscriber } from './events/index.ts';
import type { EnabledPlugins } from './host/enabled-plugins.ts';
import type { Fault } from './host/faults.ts';
import type { Guard } from './host/guard.ts';
import type { PluginsInUse } from './host/plugins-in-use.ts';
import type { Prepared } from './host/live-plugins.ts';
import type { LoadedPlugin, Loading } from './host/loaded-plugin.ts';
import type { Composition, Registry } from './host/registry.ts';
import { jobsOf } from './host/run-job.ts';
import type { Switches } from './host/switches.ts';
import type { JobRunner } from './jobs/index.ts';
import type { PluginLeases } from './leases/plugin-leases.ts';
import { bringUpToDate, entitiesOf } from './schema.ts';
import type { Sessions } from './sessions/index.ts';
import type { Sockets } from './sockets/index.ts';
import type { InstalledClient } from './web/installed-client.ts';

interface SwitchOverParts {
  database: Database;
  identity: Identity;
  registry: Registry;
  switches: Switches;
  clients: Clients;
  guard: Guard;
  inUse: PluginsInUse;
  jobs: JobRunner;
  enabled: EnabledPlugins;
  dispatcher: Dispatcher;
  sockets: Sockets;
  leases: PluginLeases;
  sessions: Sessions;
  subscribers(): Subscriber[];
  log: Log;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const refusedAt = (plugin: string, error: unknown, fix: string): Fault => ({
  code: 'SETUP_FAILED',
  plugin,
  message: messageOf(error),
  fix,
});

/**
 * Replaces the running plugins on this node. Everything that may be refused comes first, beside what runs; then the
 * exchange, in which nothing is awaited, so that no request, event or job sees half of it; then everything that holds
 * on to the former plugins is notified.
 */
export const createSwitchOver = (parts: SwitchOverParts) => {
  const { database, registry, clients, jobs } = parts;

  const follow = (before: Composition): void => {
    afterSwitch(parts, before).catch((err: unknown) =>
      parts.log.warn({ err }, 'exchange of plugins was not applied completely'),
    );
  };

  const exchange = (
    next: Loading,
    switchEntities: (() => void) | undefined,
    coming: readonly InstalledClient[],
  ): void => {
    const before = registry.now;
    switchEntities?.();
    registry.replace(next);
    const manifests = next.loaded.map(({ source }) => source.manifest);
    parts.identity.settings.declare(manifests);
    parts.identity.permissions.declare(manifests);
    const standing = clients.present.filter(
      ({ id }) => registry.plugins.has(id) && registry.plugins.get(id) === before.plugins.get(id),
    );
    clients.replace(next.loaded, [...standing, ...coming]);
    jobs.define(jobsOf(next.loaded, database));
    parts.dispatcher.setSubscribers(parts.subscribers());
    follow(before);
  };

  return async (loading: Loading, coming: readonly LoadedPlugin[]): Promise<Prepared> => {
    const faults: Fault[] = [];
    const checked = <T>(plugins: readonly LoadedPlugin[], fix: string, work: () => T): T | undefined => {
      try {
        return work();
      } catch (error) {
        faults.push(...plugins.map(({ source }) => refusedAt(source.manifest.id, error, fix)));
        return undefined;
      }
    };
    for (const plugin of coming)
      checked([plugin], 'Correct the intervals of its jobs, and let recurring ones take no data.', () =>
        jobs.check(jobsOf([plugin], database)),
      );
    const withEntities = coming.filter(({ plugin }) => plugin.parts.entities?.length);
    const switchEntities = checked(withEntities, 'Correct its entities: they conflict with the others.', () =>
      database.prepareEntities(entitiesOf(loading.loaded)),
    );
    const found = await readClients(coming);
    // A plugin that never ran here may run without its browser part; one that ran completely must not come back in
    // part.
    const torn = found.faults.filter(({ plugin }) => registry.plugins.has(plugin));
    faults.push(...torn);
    if (faults.length === 0 && coming.length > 0)
      faults.push(...(await bringUpToDate(database, loading.loaded, coming)));
    return {
      faults,
      tolerated: found.faults,
      switchOver: (next) => exchange(next, switchEntities, found.clients),
    };
  };
};

/** Ids of plugins that changed. */
const differences = (before: Composition, now: Composition) => {
  const gone = [...before.plugins.keys()].filter((id) => !now.plugins.has(id));
  const came = [...now.plugins.keys()].filter((id) => now.plugins.get(id) !== before.plugins.get(id));
  return { gone, came, changed: came.filter((id) => before.plugins.has(id)) };
};

const afterSwitch = async (
  { registry, switches, identity, sockets, jobs, enabled, guard, inUse, leases, sessions }: SwitchOverParts,
  before: Composition,
): Promise<void> => {
  const { gone, came, changed } = differences(before, registry.now);
  const companies = identity.tenants.activeIds();
  for (const id of [...gone, ...changed]) guard.changed(id);
  inUse.refresh(companies);
  for (const id of gone) {
    jobs.stopOf(id);
    await enabled.forget(id);
    for (const companyId of companies) sockets.closeRooms(id, companyId, before.rooms);
  }
  // Every node notifies only its own sockets, so each browser is notified once.
  for (const companyId of companies) {
    for (const plugin of [...gone, ...came]) {
      const version = registry.plugins.get(plugin)?.source.manifest.version;
      const on = switches.isOn(plugin, companyId);
      sockets.emitHere(companyId, companyRoom.id, {}, 'module', { plugin, on, version });
    }
    sockets.emitHere(companyId, companyRoom.id, {}, 'permission', {});
  }
  // The rules of a room may differ from those by which somebody joined.
  if (changed.length > 0) await sockets.recheckAll();
  for (const id of [...gone, ...changed]) await leases.closeAll(id);
  for (const id of changed) await sessions.restart(id);
  await sessions.refresh();
  for (const companyId of companies) {
    for (const plugin of came) if (switches.works(plugin, companyId)) await jobs.resume(plugin, companyId);
  }
  await jobs.ensureEvery(companies, (plugin) => came.includes(plugin));
  await enabled.notify(companies);
};
