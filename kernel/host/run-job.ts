import type { Registry } from './registry.ts';
import { companyScope, type ScopeParts } from './scope.ts';

/** A job as the runner calls it: with a scope of its company. A job or company that is gone is no failure. */
export const jobRun =
  (registry: Registry, scopes: ScopeParts, failed: (plugin: string) => void) =>
  async (id: string, companyId: number, data: unknown, signal: AbortSignal): Promise<void> => {
    const company = scopes.company(companyId);
    const job = registry.jobs.get(id);
    if (!company || !job) return;
    const { plugin, definition } = job;
    const scope = companyScope(scopes, { plugin, company, user: undefined, language: company.language, signal });
    try {
      await definition.handle(data, scope);
    } catch (error) {
      failed(plugin);
      throw error;
    } finally {
      scopes.wake();
    }
  };

/** The jobs that plugins declared, as the runner takes them. */
export const definedJobs = (registry: Registry) =>
  [...registry.jobs.values()].map(({ id, plugin, definition }) => ({
    id,
    plugin,
    ...(definition.every !== undefined && { every: definition.every }),
    validate: (data: unknown) => definition.data.parse(data),
  }));
