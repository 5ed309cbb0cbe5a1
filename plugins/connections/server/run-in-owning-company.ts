import { forbidden, notFound, sql, z, type Scope } from '@balcao/sdk/server';

/** Returns the company of a connection, for any requesting company. */
export const companyOf = async (scope: Scope, connectionId: number): Promise<number> => {
  const row = await scope.sql.one<{ companyId: number | null }>(
    sql`select connections.company_of(${connectionId}::int) as "companyId"`,
  );
  if (!row?.companyId) throw notFound('ERR_NO_WAPP_FOUND');
  return row.companyId;
};

type MaybeSuper = Scope & {
  readonly inCompany?: <T>(companyId: number, work: (scope: Scope) => Promise<T>) => Promise<T>;
};

/** Super users manage the connections of every company: the work runs in the connection’s own company. */
export const runInOwningCompany = async <T>(
  scope: MaybeSuper,
  connectionId: number,
  work: (scope: Scope) => Promise<T>,
): Promise<T> => {
  if (!scope.inCompany) return work(scope);
  const companyId = await companyOf(scope, connectionId);
  return companyId === scope.company.id ? work(scope) : scope.inCompany(companyId, work);
};

/** The requested company of a list; by default one’s own. */
export const ofCompany = z.object({ companyId: z.coerce.number().int().positive().max(2_147_483_647).optional() });

/** Runs work in another company, which only super users may request. */
export const runInCompanyOf = <T>(
  scope: MaybeSuper,
  companyId: number | undefined,
  work: (scope: Scope) => Promise<T>,
): Promise<T> => {
  if (companyId === undefined || companyId === scope.company.id) return work(scope);
  if (!scope.inCompany) throw forbidden();
  return scope.inCompany(companyId, work);
};
