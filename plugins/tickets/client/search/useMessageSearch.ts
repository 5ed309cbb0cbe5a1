import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '@balcao/sdk/client';
import type { FoundMessage } from '../../contract.ts';

export interface FoundPage {
  messages: FoundMessage[];
  hasMore: boolean;
}

/** Messages of all conversations that match, newest first, loaded in pages. */
export function useMessageSearch(term: string) {
  const query = useInfiniteQuery({
    queryKey: ['tickets', 'found', term],
    queryFn: ({ pageParam, signal }) =>
      api.get<FoundPage>(
        '/messages/search',
        { searchParam: term, ...(pageParam === undefined ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages.at(-1)?.id : undefined),
    staleTime: 30_000,
  });
  const messages = useMemo(() => query.data?.pages.flatMap((page) => page.messages) ?? [], [query.data]);
  return { ...query, messages };
}
