import { companyChanged, RetryLater, settingChanged } from '@balcao/sdk/server';
import { withoutAuditContext } from '../audit/audit-context.ts';
import type { Subscriber } from '../events/index.ts';
import type { JobRunner } from '../jobs/index.ts';
import type { CompanyCaches } from './company-caches.ts';
import type { EnabledPlugins } from './enabled-plugins.ts';
import type { Registry } from './registry.ts';
import type { Scopes } from './scopes.ts';
import type { Switches } from './switches.ts';

/** Milliseconds between two looks at an event of a company that is switched off. */
const switchedOffMs = 60_000;

interface SubscriberParts {
  registry: Registry;
  switches: Switches;
  scopes: Scopes;
  jobs: JobRunner;
  enabled: EnabledPlugins;
  caches: Pick<CompanyCaches, 'drop' | 'announce' | 'events'>;
  /** Reads a company's settings again. */
  refreshSettings(companyId: number): Promise<void>;
}

/** Schedules the recurring jobs of a new company, and notifies the plugins that are on. */
const newCompanies = (jobs: JobRunner, enabled: EnabledPlugins): Subscriber => ({
  id: 'kernel/recurring-jobs',
  plugin: 'kernel',
  event: companyChanged.id,
  isOn: () => true,
  handle: async (_payload, { companyId }) => {
    await jobs.ensureEvery([companyId]);
    await enabled.notify([companyId]);
  },
});

/** Drops cache entries on all nodes, even if the node that emitted the event stopped before it could announce it. */
const cacheDropper = (caches: Pick<CompanyCaches, 'announce'>, event: string): Subscriber => ({
  id: `kernel/caches/${event}`,
  plugin: 'kernel',
  event,
  isOn: () => true,
  handle: (_payload, { companyId }) => caches.announce(companyId, event),
});

/** Returns the plugins' listeners for the dispatcher, each with a scope of the event's company. */
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
      // The event may arrive before this node's cache was invalidated, and listeners must read the stored value.
      if (event === settingChanged.id) await refreshSettings(delivery.companyId);
      caches.drop(delivery.companyId, event);
      const company = scopes.company(delivery.companyId) ?? (await scopes.loadCompany(delivery.companyId));
      if (!company) return;
      // It goes on where it was when the company is switched on again.
      if (switches.isSuspended(company.id)) throw new RetryLater(switchedOffMs);
      const { guard } = scopes;
      const place = { plugin, where: 'event', what: `${event} (${name})`, company: company.id } as const;
      const limits = { limitMs: guard.limits.eventMs, signal: delivery.signal };
      const work = (signal: AbortSignal): Promise<void> => {
        const budget = { events: guard.limits.events };
        const context = { plugin, company, user: undefined, language: company.language, signal, budget };
        return handle(payload, scopes.of(context), delivery);
      };
      await withoutAuditContext(() => guard.run(place, limits, work));
    },
  })),
];
