import { expect, test } from 'vitest';
import { readFilters, writeFilters } from './panel-filters.ts';

test('filters are read from the address, and what is unknown there counts as none', () => {
  expect(readFilters(new URLSearchParams('queues=3,x,3,5&tags=2&q=ana&order=load'))).toEqual({
    queueIds: [3, 5],
    tagIds: [2],
    name: 'ana',
    order: 'load',
  });
  expect(readFilters(new URLSearchParams('order=best'))).toEqual({ queueIds: [], tagIds: [], name: '', order: 'waiting' });
});

test('a change is written into the address, and the usual order leaves it', () => {
  const address = writeFilters(new URLSearchParams('queues=3&order=load&x=1'), { queueIds: [], order: 'waiting', tagIds: [2] });
  expect(address.toString()).toBe('x=1&tags=2');
});
