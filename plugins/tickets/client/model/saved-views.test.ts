import { describe, expect, it } from 'vitest';
import { readFilters } from './list-filters.ts';
import { activeFilters, moved, viewOf, withView } from './saved-views.ts';

const read = (address: string) => readFilters(new URLSearchParams(address), ['tags']);
const view = (id: number, filters: Record<string, string>) => ({ id, name: `Visão ${id}`, filters, position: id });

describe('Saved views', () => {
  it('A view saves every active filter, also those of other plugins, and nothing else', () => {
    expect(activeFilters(read('status=pending&q=ana&queues=1,2&tags=[4]&new=1'))).toEqual({
      status: 'pending',
      q: 'ana',
      queues: '1,2',
      tags: '[4]',
    });
  });

  it('A view replaces the filters of the address and leaves the rest of it alone', () => {
    const address = new URLSearchParams('all=1&tags=[9]&read=unread&chat=5');
    const next = withView(address, { status: 'pending', queues: '1' }, ['tags']);
    expect(next.toString()).toBe('chat=5&status=pending&queues=1');
  });

  it('A view is on show when its filters are those of the list, in whatever order', () => {
    const views = [view(1, { read: 'unread' }), view(2, { queues: '1,2', status: 'pending' })];
    expect(viewOf(views, read('status=pending&queues=1,2'), ['tags'])?.id).toBe(2);
    expect(viewOf(views, read('status=pending&queues=1'), ['tags'])).toBeUndefined();
  });

  it('A view moves up and down by one, and no further than the ends', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  });
});
