import { tenants, type PlatformScope, type Scope, type Tenant } from '@balcao/sdk/server';
import { companyHours, companyRecord } from '../contract.ts';
import { modulesOf } from './modules.ts';

export type Super = Scope & Pick<PlatformScope, 'inCompany'>;

/** Returns a company with its modules and the data of other plugins. */
export const fullCompany = (
  tenant: Tenant,
  scope: Pick<Super, 'inCompany'>,
): Promise<Tenant & Record<string, unknown>> =>
  scope.inCompany(tenant.id, async (inner) => ({
    ...(await loadRecords(inner)),
    ...(await modulesOf(inner)),
    schedules: await inner.use(companyHours).find(),
    ...tenant,
  }));

export const loadRecords = async (inner: Scope): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const { item, scope: own } of inner.contributions(companyRecord)) Object.assign(found, await item.load(own));
  return found;
};

/** Iterates over every company that matches a search, page by page. */
export async function* everyCompany(scope: Scope, search = ''): AsyncGenerator<Tenant[]> {
  for (let page = 1; ; page += 1) {
    const { tenants: some, hasMore } = await scope.use(tenants).list({ search, page, pageSize: 100 });
    yield some;
    if (!hasMore) return;
  }
}

export const listCompanies = async (scope: Scope, search = ''): Promise<Tenant[]> => {
  const found: Tenant[] = [];
  for await (const some of everyCompany(scope, search)) found.push(...some);
  return found;
};

/** Loads a few companies at a time: each uses a database connection of its own. */
export const fullCompanies = async (
  found: readonly Tenant[],
  scope: Super,
): Promise<(Tenant & Record<string, unknown>)[]> => {
  const answered: (Tenant & Record<string, unknown>)[] = [];
  for (let from = 0; from < found.length; from += 4)
    answered.push(...(await Promise.all(found.slice(from, from + 4).map((tenant) => fullCompany(tenant, scope)))));
  return answered;
};
