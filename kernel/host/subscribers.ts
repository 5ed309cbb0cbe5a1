import { companyChanged, settingChanged } from '@balcao/sdk/server';
import { withoutAuditContext } from '../audit/audit-context.ts';
import type { Subscriber } from '../events/index.ts';
import type { JobRunner } from '../jobs/index.ts';
import type { CompanyCaches } from './company-caches.ts';
import type { EnabledPlugins } from './enabled.ts';
import type { Registry } from './registry.ts';
import { companyScope, type ScopeParts } from './scope.ts';
import type { Switches } from './switches.ts';

interface SubscriberParts {
  registry: Registry;
  switches: Switches;
  scopes: ScopeParts;
  jobs: JobRunner;
  enabled: EnabledPlugins;
  caches: Pick<CompanyCaches, 'drop' | 'announce' | 'events'>;
  /** Reads a company's settings again. */
  refreshSettings(companyId: number): Promise<void>;
}

/** A new company gets the recurring jobs of what it has on, which is told of it. */
const newCompanies = (jobs: JobRunner, enabled: EnabledPlugins): Subscriber => ({
  id: 'kernel/recurring-jobs',
  plugin: 'kernel',
  event: companyChanged.id,
  isOn: () => true,
  handle: async (_payload, { companyId }) => {
    await jobs.ensureEvery(companyId);
    await enabled.look([companyId]);
  },
});

/** What nodes keep of a company goes on all of them, also where whoever emitted the event died before it could say so. */
const cacheDropper = (caches: Pick<CompanyCaches, 'announce'>, event: string): Subscriber => ({
  id: `kernel/caches/${event}`,
  plugin: 'kernel',
  event,
  isOn: () => true,
  handle: (_payload, { companyId }) => caches.announce(companyId, event),
});

/** The plugins' listeners as the dispatcher calls them: each with a scope of the event's company. */
export const subscribersOf = ({
  registry,
  switches,
  scopes,
  jobs,
  enabled,
  caches,
  refreshSettings,
}: SubscriberParts): Subscriber[] => [
  newCompanies(jobs, enabled),
  ...[...caches.events].map((event) => cacheDropper(caches, event)),
  ...registry.listeners.map(({ plugin, event, name, handle }): Subscriber => ({
    id: `${plugin}/${name}`,
    plugin,
    event,
    isOn: (companyId) => switches.isOn(plugin, companyId),
    async handle(payload, delivery) {
      // The news may be here before this node's memory was told: whoever listens reads what is stored.
      if (event === settingChanged.id) await refreshSettings(delivery.companyId);
      caches.drop(delivery.companyId, event);
      const company = scopes.company(delivery.companyId);
      if (!company) return;
      const { guard } = scopes;
      const place = { plugin, where: 'event', what: `${event} (${name})`, company: company.id } as const;
      const limits = { limitMs: guard.limits.eventMs, signal: delivery.signal };
      const work = (signal: AbortSignal): Promise<void> => {
        const budget = { events: guard.limits.events };
        const context = { plugin, company, user: undefined, language: company.language, signal, budget };
        return handle(payload, companyScope(scopes, context), delivery);
      };
      await withoutAuditContext(() => guard.run(place, limits, work));
    },
  })),
];
