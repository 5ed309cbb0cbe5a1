import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Prompt } from '../contract.ts';

interface PromptPage {
  records: Prompt[];
  hasMore: boolean;
}

/** The prompts that a term finds, page by page. */
export function usePrompts(term: string) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['prompts', 'page', term],
    queryFn: ({ pageParam, signal }) =>
      api.get<PromptPage>('/prompts', { searchParam: term.toLowerCase(), pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  return {
    prompts: query.data?.pages.flatMap(({ records }) => records) ?? [],
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    renew: () => queries.invalidateQueries({ queryKey: ['prompts'] }),
  };
}
