import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, queryClient } from '@balcao/sdk/client';
import type { Tag } from '../../contract.ts';
import { tagKeys } from '../useTags.ts';

export interface TagRow extends Tag {
  isProtected: boolean;
  /** Conversations that wear it. */
  tickets: number;
}
interface TagPage {
  tags: TagRow[];
  hasMore: boolean;
  count: number;
}

/** The tags that a term finds, page by page. */
export function useTagPages(term: string) {
  const query = useInfiniteQuery({
    queryKey: tagKeys.page(term),
    queryFn: ({ pageParam, signal }) =>
      api.get<TagPage>('/tags', { searchParam: term.toLowerCase(), pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  return {
    tags: query.data?.pages.flatMap(({ tags }) => tags) ?? [],
    count: query.data?.pages[0]?.count,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    refetch: () => queryClient.invalidateQueries({ queryKey: tagKeys.pages }),
  };
}
