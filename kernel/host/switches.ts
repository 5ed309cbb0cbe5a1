import type { PluginManifest } from '@balcao/sdk/manifest';
import type { Registry } from './registry.ts';

/**
 * Decides which plugins are on for which company, from the running plugins and the company's toggles. Unknown plugins
 * are off.
 */
export class Switches {
  readonly #registry: Registry;
  #settings: { isOn(companyId: number, plugin: string): boolean } | undefined;
  #companies: { company(id: number): { status: boolean } | undefined } | undefined;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Connects the settings, which hold the toggles, and the companies. Until then every plugin is off. */
  connect(
    settings: { isOn(companyId: number, plugin: string): boolean },
    companies: { company(id: number): { status: boolean } | undefined },
  ): void {
    this.#settings = settings;
    this.#companies = companies;
  }

  /**
   * Returns true when the plugin works for the company by itself: in jobs, sessions, and calls from outside. A company
   * that is switched off has its plugins, which super users still reach, but none of them works. True for a company that
   * this node does not know: it is new, or was removed, and the work finds out which.
   */
  works(plugin: string, companyId: number): boolean {
    const company = this.#companies?.company(companyId);
    if (!company) return this.#registry.plugins.has(plugin);
    return company.status && this.isOn(plugin, companyId);
  }

  /** Returns true for a company that is switched off, and false for one that this node has not heard of. */
  isSuspended(companyId: number): boolean {
    return this.#companies?.company(companyId)?.status === false;
  }

  isOn(plugin: string, companyId: number): boolean {
    if (plugin === 'kernel') return true;
    return this.#registry.plugins.has(plugin) && this.#settings?.isOn(companyId, plugin) === true;
  }

  on(companyId: number): string[] {
    return [...this.#registry.plugins.keys()].filter((id) => this.isOn(id, companyId));
  }

  /** Returns the plugins that must be switched on first; one that goes on together with this plugin is none of them. */
  missing(plugin: string, companyId: number): string[] {
    return Object.keys(this.#manifest(plugin)?.requires ?? {}).flatMap((id) =>
      this.#manifest(id)?.onWith === plugin ? this.missing(id, companyId) : this.isOn(id, companyId) ? [] : [id],
    );
  }

  /** Returns the plugins that are on and require this one, or one that is on with it. */
  dependents(plugin: string, companyId: number): string[] {
    const on = this.on(companyId);
    const together = new Set([plugin, ...on.filter((id) => this.#manifest(id)?.onWith === plugin)]);
    return on.filter(
      (id) => !together.has(id) && Object.keys(this.#manifest(id)?.requires ?? {}).some((other) => together.has(other)),
    );
  }

  #manifest(plugin: string): PluginManifest | undefined {
    return this.#registry.plugins.get(plugin)?.source.manifest;
  }

  /** Returns the plugin of a toggle, those that are on with it, and everything that depends on them. */
  behind(toggle: string): string[] {
    const manifests = [...this.#registry.plugins.values()].map(({ source }) => source.manifest);
    const found = new Set(manifests.filter((manifest) => manifest.toggle === toggle).map(({ id }) => id));
    for (const { id, onWith } of manifests) if (onWith !== undefined && found.has(onWith)) found.add(id);
    // Repeated until nothing is added, because a plugin may come before the one it requires.
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const { id, requires } of manifests)
        if (Object.keys(requires ?? {}).some((other) => found.has(other))) found.add(id);
    }
    return [...found];
  }
}
