import { isStatus, listOrders } from './listFilters.ts';
import type { ChosenOrders } from './listFilters.ts';

/** Those of plugins have a dot. */
const isOrder = (name: unknown): boolean =>
  typeof name === 'string' && (name.includes('.') || listOrders.some((order) => order === name));

/** Reads what was kept, to keep it again with a change. Nonsense in it counts as not chosen. */
export function chosenOrders(kept: unknown): ChosenOrders {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([status, order]) => isStatus(status) && isOrder(order)));
}
