import { queryOptions, infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Availability, ChatMessageView, ChatView, Prompt } from '../../contract.ts';

export const chatsKey = ['chatai', 'chats'] as const;
export const chatsQuery = (search: string) =>
  queryOptions({
    queryKey: [...chatsKey, 'list', search],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: ChatView[] }>('/chatsai', { searchParam: search }, { signal })).records,
  });
export const chatQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...chatsKey, 'one', uuid],
    queryFn: ({ signal }) => api.get<ChatView>(`/chatsai/${uuid}`, {}, { signal }),
  });
export const messagesKey = (uuid: string) => [...chatsKey, 'messages', uuid] as const;
export const messagesQuery = (uuid: string) =>
  infiniteQueryOptions({
    queryKey: messagesKey(uuid),
    queryFn: ({ pageParam, signal }) =>
      api.get<{ records: ChatMessageView[]; hasMore: boolean }>(
        `/chatsai/${uuid}/messages`,
        { pageNumber: pageParam },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, _pages, page) => (hasMore ? page + 1 : undefined),
  });
export const promptsQuery = queryOptions({
  queryKey: ['chatai', 'prompts', 'choices'],
  queryFn: ({ signal }) => api.get<Prompt[]>('/prompts/list', {}, { signal }),
});
export const purposesQuery = queryOptions({
  queryKey: ['chatai', 'purposes'],
  queryFn: ({ signal }) => api.get<{ purposes: Availability[]; canConfigure: boolean }>('/ai/purposes', {}, { signal }),
});
