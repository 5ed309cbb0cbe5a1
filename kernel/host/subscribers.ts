import type { Subscriber } from '../events/index.ts';
import type { Registry } from './registry.ts';
import { companyScope, type ScopeParts } from './scope.ts';
import type { Switches } from './switches.ts';

/** The plugins' listeners as the dispatcher calls them: each with a scope of the event's company. */
export const subscribersOf = (registry: Registry, switches: Switches, scopes: ScopeParts, failed: (plugin: string) => void): Subscriber[] =>
  registry.listeners.map(({ plugin, event, name, handle }) => ({
    id: `${plugin}/${name}`,
    plugin,
    event,
    isOn: (companyId) => switches.isOn(plugin, companyId),
    async handle(payload, delivery) {
      const company = scopes.company(delivery.companyId);
      if (!company) return;
      const scope = companyScope(scopes, { plugin, company, user: undefined, language: company.language, signal: delivery.signal });
      try {
        await handle(payload, scope, delivery);
      } catch (error) {
        failed(plugin);
        throw error;
      } finally {
        scopes.wake();
      }
    },
  }));
