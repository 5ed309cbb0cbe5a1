import { conflict, resourceCount, resourceLimit, sql, type Limits, type Scope } from '@balcao/sdk/server';

/** Returns the smallest of the limits that plugins contribute for this company. */
export const maxOf = async (resource: string, scope: Scope): Promise<number | undefined> => {
  let smallest: number | undefined;
  for (const { item, scope: own } of scope.contributions(resourceLimit)) {
    const max = await item.max(resource, own);
    if (max !== undefined && (smallest === undefined || max < smallest)) smallest = max;
  }
  return smallest;
};

const countOf = async (resource: string, scope: Scope): Promise<number | undefined> => {
  if (resource === 'users')
    return (await scope.sql.one<{ held: number }>(sql`select count(*)::int as held from kernel."user"`))?.held;
  const found = scope.contributions(resourceCount).find(({ item }) => item.id === resource);
  return found?.item.count(found.scope);
};

export const tooMany = (resource: string, max: number) =>
  conflict(`ERR_LIMIT_${resource.toUpperCase().replaceAll('-', '_')}`, { max: max });

/** The limits service of one scope. */
export const limitsFor = (scope: Scope): Limits => ({
  max: (resource) => maxOf(resource, scope),
  held: (resource) => countOf(resource, scope),
  enforce: async (resource, held) => {
    const max = await maxOf(resource, scope);
    if (max === undefined) return;
    // Locked until the transaction ends, so that the next count includes what this one creates.
    await scope.sql.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`kernel.limit/${resource}`}, kernel.current_company()))`,
    );
    if ((await held()) >= max) throw tooMany(resource, max);
  },
});
