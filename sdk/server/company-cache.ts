import type { EventRef } from '../shared/contract.ts';
import type { Scope } from './scope.ts';

/** What a node keeps of each company in memory, until one of these events says that it changed. */
export interface CompanyCache<T> {
  readonly id: string;
  /** Reads it for the company of the scope: outside any transaction, as the plugin that declares it, for nobody in particular. */
  load(scope: Scope): Promise<T>;
  readonly invalidatedBy: readonly Pick<EventRef<never>, 'id'>[];
}

/**
 * Something of a company that is asked for often and changes seldom: read once on each node, and again after one of the
 * events that say it changed. Declare it with `host.cache`, read it with `scope.cached`.
 *
 * Whoever emitted the event finds the new value as soon as the transaction is committed, and so does every listener of
 * the event. Other nodes do a moment later: decide nothing by it that must not be decided by what was true a moment ago.
 * A node that lost the connection by which nodes tell each other keeps nothing until it is back, and nothing is kept longer than five
 * minutes. It serves no other company. Change nothing in what it answers: the next one gets the same.
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
