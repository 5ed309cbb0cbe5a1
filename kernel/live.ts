import { companyRoom } from '@balcao/sdk/server';
import type { JobRunner } from './jobs/index.ts';
import type { PluginLeases } from './leases/plugin-leases.ts';
import type { Registry } from './host/registry.ts';
import type { Switches } from './host/switches.ts';
import type { Sockets } from './sockets/index.ts';

interface LiveSwitching {
  registry: Registry;
  switches: Switches;
  sockets: Sockets;
  jobs: JobRunner;
  leases: PluginLeases;
  failed(error: unknown): void;
}

/** What follows on this node when a company's setting changed: a module's switch acts at once, everywhere. */
export const followSettings = ({ registry, switches, sockets, jobs, leases, failed }: LiveSwitching) => {
  const follow = async (companyId: number, plugin: string): Promise<void> => {
    const on = switches.isOn(plugin, companyId);
    if (on) {
      await jobs.resume(plugin, companyId);
      await jobs.ensureEvery(companyId);
    } else {
      sockets.closeRooms(plugin, companyId);
      await jobs.pause(plugin, companyId);
      await leases.close(companyId, plugin);
    }
    const version = registry.plugins.get(plugin)?.source.manifest.version;
    // Every node tells its own sockets only, so each browser hears it once.
    sockets.emitHere(companyId, companyRoom.id, {}, 'module', { plugin, on, version });
  };
  return (companyId: number, key: string): void => {
    sockets.emitHere(companyId, companyRoom.id, {}, 'setting', { key });
    for (const plugin of switches.behind(key)) follow(companyId, plugin).catch(failed);
  };
};
