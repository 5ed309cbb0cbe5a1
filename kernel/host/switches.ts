import type { Registry } from './registry.ts';

/**
 * Decides which plugins are on for which company, from the running plugins and the company's toggles. Unknown plugins
 * are off.
 */
export class Switches {
  readonly #registry: Registry;
  #settings: { isOn(companyId: number, plugin: string): boolean } | undefined;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Connects the settings, which hold the toggles. Until then every plugin is off. */
  connect(settings: { isOn(companyId: number, plugin: string): boolean }): void {
    this.#settings = settings;
  }

  isOn(plugin: string, companyId: number): boolean {
    if (plugin === 'kernel') return true;
    return this.#registry.plugins.has(plugin) && this.#settings?.isOn(companyId, plugin) === true;
  }

  on(companyId: number): string[] {
    return [...this.#registry.plugins.keys()].filter((id) => this.isOn(id, companyId));
  }

  /** Returns the plugins that must be switched on first. */
  missing(plugin: string, companyId: number): string[] {
    const requires = this.#registry.plugins.get(plugin)?.source.manifest.requires ?? {};
    return Object.keys(requires).filter((id) => !this.isOn(id, companyId));
  }

  /** Returns the plugins that are on and require this one. */
  dependents(plugin: string, companyId: number): string[] {
    return this.on(companyId).filter(
      (id) => this.#registry.plugins.get(id)?.source.manifest.requires?.[plugin] !== undefined,
    );
  }

  /** Returns the plugin of a toggle and everything that depends on it. */
  behind(toggle: string): string[] {
    const manifests = [...this.#registry.plugins.values()].map(({ source }) => source.manifest);
    const found = new Set(manifests.filter((manifest) => manifest.toggle === toggle).map(({ id }) => id));
    // Repeated until nothing is added, because a plugin may come before the one it requires.
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const { id, requires } of manifests)
        if (Object.keys(requires ?? {}).some((other) => found.has(other))) found.add(id);
    }
    return [...found];
  }
}
