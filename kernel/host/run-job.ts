import { RetryLater } from '@balcao/sdk/server';
import { withoutAuditContext } from '../audit/audit-context.ts';
import type { Database } from '../database/database.ts';
import type { DefinedJob } from '../jobs/index.ts';
import { dueCompanies } from './due-companies.ts';
import type { LoadedPlugin } from './loaded-plugin.ts';
import type { Registry } from './registry.ts';
import type { Scopes } from './scopes.ts';

/**
 * Returns a job's function for the runner, with a scope of its company. A missing job is no failure, and the jobs of a
 * company that was removed go with it.
 */
export const jobRun =
  (registry: Registry, scopes: Scopes, removeCompany: (companyId: number) => Promise<void>) =>
  async (id: string, companyId: number, data: unknown, stopped: AbortSignal): Promise<void> => {
    const known = scopes.company(companyId);
    const company = known ?? (await scopes.loadCompany(companyId));
    if (!company) return removeCompany(companyId);
    const job = registry.jobs.get(id);
    if (!job) return;
    const { plugin, definition } = job;
    // The runner asks again, now that this node knows the company.
    if (!known) throw new RetryLater(0);
    const { guard } = scopes;
    const place = { plugin, where: 'job', what: id, company: companyId } as const;
    const limits = { limitMs: guard.limits.jobMs, signal: stopped };
    const work = (signal: AbortSignal): Promise<void> => {
      const budget = { events: guard.limits.events };
      const context = { plugin, company, user: undefined, language: company.language, signal, budget };
      return definition.handle(data, scopes.of(context));
    };
    await withoutAuditContext(() => guard.run(place, limits, work));
  };

/** Returns the jobs that plugins declared, for the runner. */
export const jobsOf = (loaded: readonly LoadedPlugin[], { owner }: Pick<Database, 'owner'>): DefinedJob[] =>
  loaded.flatMap(({ ledger }) =>
    ledger.jobs.map(({ id, plugin, definition: { data, every, due } }) => ({
      id,
      plugin,
      ...(every !== undefined && { every }),
      ...(due && { due: () => dueCompanies(owner, due) }),
      validate: (input: unknown) => data.parse(input),
    })),
  );
