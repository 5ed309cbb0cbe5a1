import type { Leases as ScopeLeases } from '@balcao/sdk/server';
import type { HeldLease, Leases } from './index.ts';

/** Leases by plugin and company, so that they are released when a plugin is switched off for a company. */
export class PluginLeases {
  readonly #leases: Leases;
  readonly #holds = new Map<string, Map<string, HeldLease>>();

  constructor(leases: Leases) {
    this.#leases = leases;
  }

  forPlugin(companyId: number, plugin: string): ScopeLeases {
    const prefix = `${companyId}/${plugin}`;
    return {
      hold: (name, { start, end }) => {
        const holds = this.#holds.get(prefix) ?? new Map<string, HeldLease>();
        this.#holds.set(prefix, holds);
        const hold = this.#leases.hold(`${prefix}/${name}`, { onAcquired: start, onLost: end });
        holds.set(name, hold);
        return {
          get isHeld() {
            return hold.isHeld;
          },
          release: async () => {
            holds.delete(name);
            await hold.release();
          },
        };
      },
    };
  }

  /** Releases the leases of a plugin in all companies, when its code is unloaded. */
  async closeAll(plugin: string): Promise<void> {
    const companies = [...this.#holds.keys()].map((prefix) => prefix.split('/'));
    const ids = companies.filter(([, of]) => of === plugin).map(([id]) => Number(id));
    await Promise.all(ids.map((companyId) => this.close(companyId, plugin)));
  }

  async close(companyId: number, plugin: string): Promise<void> {
    const prefix = `${companyId}/${plugin}`;
    const holds = [...(this.#holds.get(prefix)?.values() ?? [])];
    this.#holds.delete(prefix);
    await Promise.all(holds.map((hold) => hold.release()));
  }
}
