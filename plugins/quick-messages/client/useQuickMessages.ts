import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom, useSession } from '@balcao/sdk/client';
import { quickMessagesRoom, type QuickMessage } from '../contract.ts';

interface Page {
  records: QuickMessage[];
  hasMore: boolean;
  count: number;
}

/** Everything that is kept of quick messages: lists of the page and of the composer. */
export const quickMessagesKey = ['quick-messages'] as const;

/** Looks again whenever one of them changed, here or elsewhere, and after a lost connection. */
export function useQuickMessageNews(): void {
  const queries = useQueryClient();
  const { user } = useSession();
  const lookAgain = () => void queries.invalidateQueries({ queryKey: quickMessagesKey });
  useRoom(
    quickMessagesRoom,
    { userId: user.id },
    { changed: lookAgain },
    { onJoined: (again) => again && lookAgain() },
  );
}

/** The quick messages that a term finds, page by page, kept live. */
export function useQuickMessages(term: string) {
  const queries = useQueryClient();
  const { user } = useSession();
  const query = useInfiniteQuery({
    queryKey: [...quickMessagesKey, 'page', user.id, term],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>('/quick-messages', { searchParam: term.toLowerCase(), pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  useQuickMessageNews();
  return {
    quickMessages: query.data?.pages.flatMap(({ records }) => records) ?? [],
    count: query.data?.pages[0]?.count,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    refetch: () => queries.invalidateQueries({ queryKey: quickMessagesKey }),
  };
}
