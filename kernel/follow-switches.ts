import { companyRoom, sessionExtra, type Company } from '@balcao/sdk/server';
import type { JobRunner } from './jobs/index.ts';
import type { PluginLeases } from './leases/plugin-leases.ts';
import type { EnabledPlugins } from './host/enabled-plugins.ts';
import type { Registry } from './host/registry.ts';
import type { Switches } from './host/switches.ts';
import type { ClientEntry } from './clients.ts';
import type { CompanySettings } from './settings/settings.ts';
import { settingUpdate } from './settings/setting-update.ts';
import type { Sockets } from './sockets/index.ts';

interface LiveSwitches {
  registry: Registry;
  switches: Switches;
  sockets: Sockets;
  jobs: JobRunner;
  enabled: EnabledPlugins;
  leases: PluginLeases;
  settings: Pick<CompanySettings, 'declared' | 'get'>;
  sessions: { refresh(): Promise<void> };
  company(id: number): Pick<Company, 'restriction'> | undefined;
  /** Browser entries of the running plugins. */
  clients(): readonly ClientEntry[];
  failed(error: unknown): void;
}

/**
 * Applies changed settings and switched companies on this node: a module's toggle takes effect at once, everywhere, and
 * the plugins of a company that is switched off stop.
 */
export const followSwitches = (parts: LiveSwitches) => {
  const { registry, switches, sockets, jobs, enabled, leases, settings, sessions, clients, failed } = parts;
  const act = async (companyId: number, plugin: string): Promise<void> => {
    if (switches.works(plugin, companyId)) {
      await jobs.resume(plugin, companyId);
      await jobs.ensureEvery([companyId], (other) => other === plugin);
    } else {
      await jobs.pause(plugin, companyId);
      await leases.close(companyId, plugin);
    }
    await enabled.notify([companyId]);
    await sessions.refresh();
  };
  const addsToSessions = (plugin: string): boolean =>
    registry.contributions(sessionExtra.id).some((contribution) => contribution.plugin === plugin);
  /**
   * Returns the browser entry of a plugin as in `GET /platform/plugins`, null for one without, so that browsers need
   * not ask. Left out where not everybody of the company gets the same; then each browser asks.
   */
  const entryFor = (companyId: number, plugin: string, on: boolean): { entry?: ClientEntry | null } => {
    if (!on || parts.company(companyId)?.restriction) return {};
    return { entry: clients().find(({ id }) => id === plugin) ?? null };
  };
  // Changes of each plugin and company run one after another: a pause that overtook its resume would leave the jobs
  // waiting.
  const acting = new Map<string, Promise<void>>();
  const applyOrdered = (companyId: number, plugin: string): void => {
    if (!switches.works(plugin, companyId)) sockets.closeRooms(plugin, companyId);
    const key = `${companyId}/${plugin}`;
    const next = (acting.get(key) ?? Promise.resolve()).then(() => act(companyId, plugin)).catch(failed);
    acting.set(key, next);
    void next.then(() => acting.get(key) === next && acting.delete(key));
  };
  const follow = (companyId: number, plugin: string): void => {
    applyOrdered(companyId, plugin);
    const on = switches.isOn(plugin, companyId);
    const version = registry.plugins.get(plugin)?.source.manifest.version;
    // Every node notifies only its own sockets, so each browser is notified once.
    sockets.emitHere(companyId, companyRoom.id, {}, 'module', {
      plugin,
      on,
      version,
      ...entryFor(companyId, plugin, on),
      ...(addsToSessions(plugin) && { session: true }),
    });
  };
  const setting = (companyId: number, key: string): void => {
    const declared = settings.declared(key);
    const update =
      declared &&
      settingUpdate(
        declared,
        () => settings.get(companyId, key),
        addsToSessions(declared.plugin) && declared.switches === undefined,
      );
    if (update) sockets.emitHere(companyId, companyRoom.id, {}, 'setting', update);
    for (const plugin of switches.behind(key)) follow(companyId, plugin);
  };
  const company = (companyId: number): void => {
    for (const plugin of switches.on(companyId)) applyOrdered(companyId, plugin);
  };
  return { setting, company };
};
