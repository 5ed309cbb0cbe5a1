import { conflict } from '@balcao/sdk/server';
import type { SettingsManifest } from './declared.ts';

/** The requirements between plugins, and their consequences for switching them. */
export class PluginGraph {
  readonly #manifests: ReadonlyMap<string, SettingsManifest>;

  constructor(manifests: readonly SettingsManifest[]) {
    this.#manifests = new Map(manifests.map((manifest) => [manifest.id, manifest]));
  }

  /**
   * Returns whether a plugin is on: its toggle, or that of the plugin it is on with, is on, and so is everything that it
   * requires. Unknown plugins are off, and so are those on with an unknown one.
   */
  isOn(plugin: string, isEnabled: (toggle: string) => boolean): boolean {
    const manifest = this.#manifests.get(plugin);
    if (!manifest) return false;
    const switching = manifest.onWith === undefined ? manifest : this.#manifests.get(manifest.onWith);
    if (!switching || (manifest.onWith !== undefined && switching.toggle === undefined)) return false;
    if (switching.toggle !== undefined && !isEnabled(switching.toggle)) return false;
    return Object.keys(manifest.requires ?? {}).every((id) => this.isOn(id, isEnabled));
  }

  /**
   * Refuses to switch a plugin on while one that it requires is off, or off while one that requires it is on:
   * ERR_PLUGIN_REQUIRED or ERR_PLUGIN_HAS_DEPENDENTS, with the ids in question. Plugins that are on with it count as
   * parts of it.
   */
  refuseSwitch(plugin: string, on: boolean, isOn: (plugin: string) => boolean): void {
    const inTheWay = on ? this.#required(plugin).filter((id) => !isOn(id)) : this.#dependents(plugin, isOn);
    if (inTheWay.length > 0)
      throw conflict(on ? 'ERR_PLUGIN_REQUIRED' : 'ERR_PLUGIN_HAS_DEPENDENTS', { plugins: inTheWay });
  }

  /** Returns what must be on before: for a part that goes on together with the plugin, what that part requires. */
  #required(plugin: string): string[] {
    return Object.keys(this.#manifests.get(plugin)?.requires ?? {}).flatMap((id) =>
      this.#manifests.get(id)?.onWith === plugin ? this.#required(id) : [id],
    );
  }

  /**
   * Returns the dependents that can be switched off first; one without a toggle follows by itself, with its own
   * dependents.
   */
  #dependents(plugin: string, isOn: (plugin: string) => boolean): string[] {
    const together = new Set([plugin]);
    for (const { id, onWith } of this.#manifests.values()) if (onWith === plugin) together.add(id);
    const found = new Set<string>();
    for (const { id, toggle, onWith, requires = {} } of this.#manifests.values()) {
      if (together.has(id) || !isOn(id) || !Object.keys(requires).some((other) => together.has(other))) continue;
      const switching = toggle === undefined ? onWith : id;
      if (switching !== undefined) found.add(switching);
      else for (const further of this.#dependents(id, isOn)) found.add(further);
    }
    return [...found];
  }
}
