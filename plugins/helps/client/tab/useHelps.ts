import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Help } from '../../contract.ts';

interface HelpPage {
  records: Help[];
  hasMore: boolean;
}

/** The help films that a term finds, page by page. */
export function useHelps(term: string) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['helps', 'page', term],
    queryFn: ({ pageParam, signal }) =>
      api.get<HelpPage>('/helps', { searchParam: term.toLowerCase(), pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  return {
    helps: query.data?.pages.flatMap(({ records }) => records) ?? [],
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    renew: () => queries.invalidateQueries({ queryKey: ['helps'] }),
  };
}
