import type { UseInfiniteQueryResult } from '@tanstack/react-query';

/**
 * Fetches the next page of an infinite query whose pages have numbers. While its pages are being fetched again, it waits
 * for those instead: abandoned, they would leave a gap or a double row between the pages, because rows have moved.
 * Compute the number in `getNextPageParam`, and call this again once nothing is being fetched, as `DataTable` does.
 * @example
 * <DataTable loading={query.isFetching} hasMore={query.hasNextPage} onMore={() => fetchMore(query)} … />
 */
export const fetchMore = ({ fetchNextPage }: Pick<UseInfiniteQueryResult, 'fetchNextPage'>): void =>
  void fetchNextPage({ cancelRefetch: false });
