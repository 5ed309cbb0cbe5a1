import { isStatus, listOrders } from './list-filters.ts';
import type { ChosenOrders } from './list-filters.ts';

/** Orders of plugins contain a dot. */
const isOrder = (name: unknown): boolean =>
  typeof name === 'string' && (name.includes('.') || listOrders.some((order) => order === name));

/** Parses the stored orders, to store them again with a change. Invalid values count as not chosen. */
export function chosenOrders(stored: unknown): ChosenOrders {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([status, order]) => isStatus(status) && isOrder(order)));
}
