import type { CompanyCache } from './scope.ts';

/**
 * A value of a company that is read often and changes seldom. Each node loads it once, and again after one of the
 * events that invalidate it. Declare it with `host.cache`, read it with `scope.cached`.
 *
 * The emitter of the event and all listeners of the event read the new value as soon as the transaction is committed.
 * Other nodes read it a moment later, so do not use it for decisions that a value outdated by a moment would make
 * wrong. A node that loses its notification connection caches nothing until it is reconnected, and no value is cached
 * for longer than five minutes. Values are never shared between companies. Do not modify the returned value: later
 * callers receive the same object.
 * @example
 * export const prices = companyCache('shop.prices', {
 *   load: (scope) => scope.sql.rows<Price>(sql`select id, cents from shop.price order by id`),
 *   invalidatedBy: [priceChanged],
 * });
 */
export const companyCache = <T>(id: string, { load, invalidatedBy }: Omit<CompanyCache<T>, 'id'>): CompanyCache<T> => ({
  id,
  load,
  invalidatedBy,
});
