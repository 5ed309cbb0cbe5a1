import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, queryClient } from '@balcao/sdk/client';
import type { Announcement } from '../contract.ts';

interface AnnouncementPage {
  records: Announcement[];
  hasMore: boolean;
  count: number;
}
const all = ['announcements'] as const;
const newsKey = [...all, 'news'] as const;

const pages = (params: Record<string, string>) => ({
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    api.get<AnnouncementPage>('/announcements', { ...params, pageNumber: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last: AnnouncementPage, before: AnnouncementPage[]) =>
    last.hasMore ? before.length + 1 : undefined,
  placeholderData: keepPreviousData,
});

const flat = (query: { data?: { pages: AnnouncementPage[] } | undefined }): Announcement[] =>
  query.data?.pages.flatMap(({ records }) => records) ?? [];

/** What people are shown, the newest first. Not before `isWanted`: nothing of the first screen waits for it. */
export function useNews(isWanted: boolean) {
  const query = useInfiniteQuery({ queryKey: newsKey, ...pages({ active: 'true' }), enabled: isWanted });
  return {
    news: flat(query),
    /** The news are those of the server, not those of before a reload that failed. */
    isKnown: query.isSuccess,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    more: () => void query.fetchNextPage(),
  };
}

/** All of them that a term finds: for whoever writes them. */
export function useAnnouncementPages(term: string) {
  const query = useInfiniteQuery({
    queryKey: [...all, 'page', term],
    ...pages({ searchParam: term.toLowerCase() }),
  });
  return {
    announcements: flat(query),
    count: query.data?.pages[0]?.count,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    refetch: () => query.refetch(),
  };
}

export const refetchAnnouncements = (): Promise<void> => queryClient.invalidateQueries({ queryKey: all });

/** Shown as read at once; the server hears of it behind. */
export const markRead = ({ id, isRead }: Announcement): void => {
  if (isRead) return;
  queryClient.setQueryData<{ pages: AnnouncementPage[] }>(
    newsKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          records: page.records.map((one) => (one.id === id ? { ...one, isRead: true } : one)),
        })),
      },
  );
  // Not told, it is unread again after the next reload; nobody loses anything by that.
  void api.post(`/announcements/${id}/read`).catch(() => undefined);
};
