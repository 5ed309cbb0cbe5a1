import { AppError, tenants, type PlatformScope, type Scope } from '@balcao/sdk/server';

const isOff = (error: unknown): boolean => error instanceof AppError && error.status === 404;

/** The company in which the last call ran: finding one costs a query of all companies. */
let lastUsed: number | undefined;

/**
 * Runs work that concerns the whole installation in the scope of any company, for calls that name none. Nothing happens
 * while there is no company with cases.
 */
export const inAnyCompany = async (scope: PlatformScope, work: (inner: Scope) => Promise<void>): Promise<void> => {
  const attempt = async (companyId: number): Promise<boolean> => {
    try {
      await scope.inCompany(companyId, work);
      lastUsed = companyId;
      return true;
    } catch (error) {
      if (isOff(error)) return false;
      throw error;
    }
  };
  if (lastUsed !== undefined && (await attempt(lastUsed))) return;
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const list = await scope.use(tenants).list({ page, pageSize: 100 });
    hasMore = list.hasMore;
    for (const { id, status } of list.tenants) if (status && (await attempt(id))) return;
  }
};
