import { isStatus, listOrders } from './listFilters.ts';
import type { ChosenOrders } from './listFilters.ts';

/** Orders of plugins contain a dot. */
const isOrder = (name: unknown): boolean =>
  typeof name === 'string' && (name.includes('.') || listOrders.some((order) => order === name));

/** Parses the stored orders, to store them again with a change. Invalid values count as not chosen. */
export function chosenOrders(kept: unknown): ChosenOrders {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([status, order]) => isStatus(status) && isOrder(order)));
}
