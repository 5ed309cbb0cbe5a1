import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { fetchMore } from './fetch-more.ts';

const perPage = 2;

test('Scrolling to the end while a list is fetched again skips no row, although one above was deleted', async () => {
  let stored = ['a', 'b', 'c', 'd', 'e'];
  let held: (() => void)[] | undefined;
  const queries = new QueryClient();
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['rows'],
    queryFn: async ({ pageParam, signal }) => {
      if (held) await new Promise<void>((resolve) => held?.push(resolve));
      signal.throwIfAborted();
      const from = (pageParam - 1) * perPage;
      return { rows: stored.slice(from, from + perPage), hasMore: stored.length > from + perPage };
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  });
  const end = list.subscribe(() => undefined);
  const now = () => list.getCurrentResult();
  const rows = (): string[] => now().data?.pages.flatMap((page) => page.rows) ?? [];
  await vi.waitFor(() => expect(rows()).toEqual(['a', 'b']));

  stored = ['b', 'c', 'd', 'e'];
  held = [];
  const again = queries.invalidateQueries({ queryKey: ['rows'] });
  fetchMore(now());
  await vi.waitFor(() => expect(held).not.toEqual([]));
  for (const go of held) go();
  held = undefined;
  await again;
  while (now().hasNextPage) {
    fetchMore(now());
    await vi.waitFor(() => expect(now().isFetching).toBe(false));
  }
  expect(rows()).toEqual(['b', 'c', 'd', 'e']);
  end();
});
