import { AppError, tenants, type PlatformScope, type Scope } from '@balcao/sdk/server';

/** The company in which the last lookup ran: finding one costs a query of all companies. */
let lastUsed: number | undefined;

const isOff = (error: unknown): boolean => error instanceof AppError && error.status === 404;

/**
 * Runs work with the installation’s values and lookups, which the scope of every company has, for calls that name no
 * company. Companies that are switched off have no scope. Undefined: there is no company yet.
 */
export const inAnyCompany = async <T>(
  scope: PlatformScope,
  work: (inner: Scope) => Promise<T>,
): Promise<T | undefined> => {
  const attempt = async (companyId: number): Promise<{ result: T } | undefined> => {
    try {
      const result = await scope.inCompany(companyId, work);
      lastUsed = companyId;
      return { result };
    } catch (error) {
      if (isOff(error)) return undefined;
      throw error;
    }
  };
  const again = lastUsed === undefined ? undefined : await attempt(lastUsed);
  if (again) return again.result;
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const list = await scope.use(tenants).list({ page, pageSize: 100 });
    hasMore = list.hasMore;
    for (const { id, status } of list.tenants) {
      const found = status ? await attempt(id) : undefined;
      if (found) return found.result;
    }
  }
  return undefined;
};
