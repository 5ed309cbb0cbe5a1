import type { Registry } from './registry.ts';
import type { Switches } from './switches.ts';

/**
 * Plugins that any company has had on since the start. The page is the same for everybody and must not grow with
 * installed plugins that nobody uses. Nothing is ever removed, because a plugin too many on the page is harmless.
 */
export class PluginsInUse {
  readonly #registry: Registry;
  readonly #switches: Switches;
  readonly #used = new Set<string>();

  constructor(registry: Registry, switches: Switches) {
    this.#registry = registry;
    this.#switches = switches;
    this.refresh([]);
  }

  /** Called when other plugins run than before. */
  refresh(companies: readonly number[]): void {
    // A plugin comes after those that it requires.
    for (const [id, { source }] of this.#registry.plugins) {
      if (this.#used.has(id)) continue;
      const { toggle, onWith, requires = {} } = source.manifest;
      const isAlwaysOn =
        toggle === undefined && onWith === undefined && Object.keys(requires).every((other) => this.#used.has(other));
      if (isAlwaysOn || companies.some((company) => this.#switches.isOn(id, company))) this.#used.add(id);
    }
  }

  /** Called when a setting of a company has a value, new or existing. */
  add(companyId: number, key: string): void {
    for (const plugin of this.#switches.behind(key))
      if (!this.#used.has(plugin) && this.#switches.isOn(plugin, companyId)) this.#used.add(plugin);
  }

  has(plugin: string): boolean {
    return this.#used.has(plugin);
  }
}
