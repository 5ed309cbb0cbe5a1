import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ChatMessageView } from '../../contract.ts';

export type Found = ChatMessageView & { chatUuid: string; chatTitle: string };
interface FoundPage {
  records: Found[];
  hasMore: boolean;
}

/** Letters that a search needs. */
export const fewestLetters = 2;

/** Messages with these words, newest first: of one chat, or of all chats of the reader. */
export const useFound = (term: string, chatId?: number) => {
  const query = useInfiniteQuery({
    queryKey: ['internal-chat', 'search', chatId ?? 'all', term],
    queryFn: ({ pageParam, signal }) =>
      api.get<FoundPage>(
        '/chats-search',
        { searchParam: term, ...(chatId !== undefined && { chatId }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.hasMore ? page.records.at(-1)?.id : undefined),
    enabled: term.length >= fewestLetters,
  });
  return { ...query, messages: query.data?.pages.flatMap(({ records }) => records) ?? [] };
};
