import { conflict } from '@balcao/sdk/server';
import type { SettingsManifest } from './declared.ts';

/** The requirements between plugins, and their consequences for switching them. */
export class PluginGraph {
  readonly #manifests: ReadonlyMap<string, SettingsManifest>;

  constructor(manifests: readonly SettingsManifest[]) {
    this.#manifests = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  }

  /**
   * Returns whether a plugin is on: its own toggle is on (or absent), and everything that it requires is on. Unknown
   * plugins are off.
   */
  isOn(plugin: string, isEnabled: (toggle: string) => boolean): boolean {
    const manifest = this.#manifests.get(plugin);
    if (!manifest || (manifest.toggle !== undefined && !isEnabled(manifest.toggle))) return false;
    return Object.keys(manifest.requires ?? {}).every((id) => this.isOn(id, isEnabled));
  }

  /**
   * Refuses to switch a plugin on while one that it requires is off, or off while one that requires it is on:
   * ERR_PLUGIN_REQUIRED or ERR_PLUGIN_HAS_DEPENDENTS, with the ids in question.
   */
  refuseSwitch(plugin: string, on: boolean, isOn: (plugin: string) => boolean): void {
    const required = Object.keys(this.#manifests.get(plugin)?.requires ?? {});
    const inTheWay = on ? required.filter((id) => !isOn(id)) : this.#dependents(plugin, isOn);
    if (inTheWay.length > 0)
      throw conflict(on ? 'ERR_PLUGIN_REQUIRED' : 'ERR_PLUGIN_HAS_DEPENDENTS', { plugins: inTheWay });
  }

  /**
   * Returns the dependents that can be switched off first; one without a toggle follows by itself, with its own
   * dependents.
   */
  #dependents(plugin: string, isOn: (plugin: string) => boolean): string[] {
    const found = new Set<string>();
    for (const { id, toggle, requires } of this.#manifests.values()) {
      if (!requires || !(plugin in requires) || !isOn(id)) continue;
      if (toggle !== undefined) found.add(id);
      else for (const further of this.#dependents(id, isOn)) found.add(further);
    }
    return [...found];
  }
}
