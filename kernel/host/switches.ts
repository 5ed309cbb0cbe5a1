import type { Registry } from './registry.ts';

/** Which plugins are on for whom, out of what runs and what each company has switched on. Unknown means off. */
export class Switches {
  readonly #registry: Registry;
  readonly #switchedOn: (companyId: number, plugin: string) => boolean;

  constructor(registry: Registry, switchedOn: (companyId: number, plugin: string) => boolean) {
    this.#registry = registry;
    this.#switchedOn = switchedOn;
  }

  isOn(plugin: string, companyId: number): boolean {
    if (plugin === 'kernel') return true;
    return this.#registry.plugins.has(plugin) && this.#switchedOn(companyId, plugin);
  }

  on(companyId: number): string[] {
    return [...this.#registry.plugins.keys()].filter((id) => this.isOn(id, companyId));
  }

  /** Plugins that must be on first. */
  missing(plugin: string, companyId: number): string[] {
    const requires = this.#registry.plugins.get(plugin)?.source.manifest.requires ?? {};
    return Object.keys(requires).filter((id) => !this.isOn(id, companyId));
  }

  /** Plugins that are on and require this one. */
  dependents(plugin: string, companyId: number): string[] {
    return this.on(companyId).filter(
      (id) => this.#registry.plugins.get(id)?.source.manifest.requires?.[plugin] !== undefined,
    );
  }

  /** A module switch and everything that stands on it. */
  behind(toggle: string): string[] {
    const manifests = [...this.#registry.plugins.values()].map(({ source }) => source.manifest);
    const found = new Set(manifests.filter((manifest) => manifest.toggle === toggle).map(({ id }) => id));
    // Until nothing is added: who requires a dependent may stand before it.
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const { id, requires } of manifests)
        if (Object.keys(requires ?? {}).some((other) => found.has(other))) found.add(id);
    }
    return [...found];
  }
}
