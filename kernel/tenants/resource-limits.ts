import { conflict, resourceCount, resourceLimit, sql, type Limits, type Scope } from '@balcao/sdk/server';

/** The smallest of the limits that plugins contribute for this company. */
export const maxOf = async (resource: string, scope: Scope): Promise<number | undefined> => {
  let smallest: number | undefined;
  for (const { item, scope: own } of scope.contributions(resourceLimit)) {
    const most = await item.max(resource, own);
    if (most !== undefined && (smallest === undefined || most < smallest)) smallest = most;
  }
  return smallest;
};

const heldOf = async (resource: string, scope: Scope): Promise<number | undefined> => {
  if (resource === 'users')
    return (await scope.sql.one<{ held: number }>(sql`select count(*)::int as held from kernel."user"`))?.held;
  const found = scope.contributions(resourceCount).find(({ item }) => item.id === resource);
  return found?.item.count(found.scope);
};

export const tooMany = (resource: string, most: number) =>
  conflict(`ERR_LIMIT_${resource.toUpperCase().replaceAll('-', '_')}`, { most });

/** The limits service of one scope. */
export const limitsFor = (scope: Scope): Limits => ({
  max: (resource) => maxOf(resource, scope),
  held: (resource) => heldOf(resource, scope),
  enforce: async (resource, held) => {
    const most = await maxOf(resource, scope);
    if (most === undefined) return;
    // Kept until the transaction is over: whoever counts next counts what this one makes, too.
    await scope.sql.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`kernel.limit/${resource}`}, kernel.current_company()))`,
    );
    if ((await held()) >= most) throw tooMany(resource, most);
  },
});
