import { companyRoom } from '@balcao/sdk/server';
import type { JobRunner } from './jobs/index.ts';
import type { PluginLeases } from './leases/plugin-leases.ts';
import type { EnabledPlugins } from './host/enabled.ts';
import type { Registry } from './host/registry.ts';
import type { Switches } from './host/switches.ts';
import type { DeclaredSetting } from './settings/declared.ts';
import type { Sockets } from './sockets/index.ts';

interface LiveSwitching {
  registry: Registry;
  switches: Switches;
  sockets: Sockets;
  jobs: JobRunner;
  enabled: EnabledPlugins;
  leases: PluginLeases;
  settings: { declared(key: string): Pick<DeclaredSetting, 'schema'> | undefined };
  sessions: { look(): Promise<void> };
  failed(error: unknown): void;
}

/** What follows on this node when a company's setting changed: a module's switch acts at once, everywhere. */
export const followSettings = (parts: LiveSwitching) => {
  const { registry, switches, sockets, jobs, enabled, leases, settings, sessions, failed } = parts;
  const act = async (companyId: number, plugin: string): Promise<void> => {
    if (switches.isOn(plugin, companyId)) {
      await jobs.resume(plugin, companyId);
      await jobs.ensureEvery(companyId);
    } else {
      await jobs.pause(plugin, companyId);
      await leases.close(companyId, plugin);
    }
    await enabled.look([companyId]);
    await sessions.look();
  };
  // One after another for each plugin of each company: a pause that overtook its resume would keep the jobs waiting.
  const acting = new Map<string, Promise<void>>();
  const follow = (companyId: number, plugin: string): void => {
    const on = switches.isOn(plugin, companyId);
    if (!on) sockets.closeRooms(plugin, companyId);
    const key = `${companyId}/${plugin}`;
    const next = (acting.get(key) ?? Promise.resolve()).then(() => act(companyId, plugin)).catch(failed);
    acting.set(key, next);
    void next.then(() => acting.get(key) === next && acting.delete(key));
    const version = registry.plugins.get(plugin)?.source.manifest.version;
    // Every node tells its own sockets only, so each browser hears it once.
    sockets.emitHere(companyId, companyRoom.id, {}, 'module', { plugin, on, version });
  };
  return (companyId: number, key: string): void => {
    const refetch = settings.declared(key)?.schema.refetch === true;
    sockets.emitHere(companyId, companyRoom.id, {}, 'setting', { key, ...(refetch && { refetch }) });
    for (const plugin of switches.behind(key)) follow(companyId, plugin);
  };
};
