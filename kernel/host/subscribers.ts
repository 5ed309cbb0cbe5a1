import { companyChanged } from '@balcao/sdk/server';
import type { Subscriber } from '../events/index.ts';
import type { JobRunner } from '../jobs/index.ts';
import type { Registry } from './registry.ts';
import { companyScope, type ScopeParts } from './scope.ts';
import type { Switches } from './switches.ts';

interface SubscriberParts {
  registry: Registry;
  switches: Switches;
  scopes: ScopeParts;
  jobs: JobRunner;
}

/** A new company gets the recurring jobs of what it has on. */
const newCompanies = (jobs: JobRunner): Subscriber => ({
  id: 'kernel/recurring-jobs',
  plugin: 'kernel',
  event: companyChanged.id,
  isOn: () => true,
  handle: (_payload, { companyId }) => jobs.ensureEvery(companyId),
});

/** The plugins' listeners as the dispatcher calls them: each with a scope of the event's company. */
export const subscribersOf = ({ registry, switches, scopes, jobs }: SubscriberParts): Subscriber[] => [
  newCompanies(jobs),
  ...registry.listeners.map(({ plugin, event, name, handle }): Subscriber => ({
    id: `${plugin}/${name}`,
    plugin,
    event,
    isOn: (companyId) => switches.isOn(plugin, companyId),
    async handle(payload, delivery) {
      const company = scopes.company(delivery.companyId);
      if (!company) return;
      const { guard } = scopes;
      const place = { plugin, where: 'event', what: `${event} (${name})`, company: company.id } as const;
      try {
        await guard.run(place, { limitMs: guard.limits.eventMs, signal: delivery.signal }, (signal) => {
          const budget = { events: guard.limits.events };
          const context = { plugin, company, user: undefined, language: company.language, signal, budget };
          return handle(payload, companyScope(scopes, context), delivery);
        });
      } finally {
        scopes.wake();
      }
    },
  })),
];
