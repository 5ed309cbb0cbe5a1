import { cardOrders, type CardOrder } from '../model/card-order.ts';

/** The filters of the panel. They are in the page's address, under the names that the list of tickets uses. */
export interface PanelFilters {
  queueIds: number[];
  tagIds: number[];
  /** Part of a person's name. */
  name: string;
  order: CardOrder;
}

const numbers = (value: string | null): number[] =>
  [...new Set((value ?? '').split(',').map(Number))].filter((id) => Number.isInteger(id) && id > 0);

export const readFilters = (address: URLSearchParams): PanelFilters => ({
  queueIds: numbers(address.get('queues')),
  tagIds: numbers(address.get('tags')),
  name: address.get('q') ?? '',
  order: cardOrders.find((order) => order === address.get('order')) ?? 'waiting',
});

export const writeFilters = (address: URLSearchParams, change: Partial<PanelFilters>): URLSearchParams => {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) return;
    if (value) next.set(name, value);
    else next.delete(name);
  };
  put('queues', change.queueIds?.join(','));
  put('tags', change.tagIds?.join(','));
  put('q', change.name);
  put('order', change.order === 'waiting' ? '' : change.order);
  return next;
};
