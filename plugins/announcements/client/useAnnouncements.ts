import { useInfiniteQuery } from '@tanstack/react-query';
import { api, queryClient } from '@balcao/sdk/client';
import type { Announcement } from '../contract.ts';

interface AnnouncementPage {
  records: Announcement[];
  hasMore: boolean;
}
export const announcementsKey = ['announcements'] as const;
const newsKey = [...announcementsKey, 'news'] as const;

/** What people are shown, the newest first. Not before `isWanted`: nothing of the first screen waits for it. */
export function useNews(isWanted: boolean) {
  const query = useInfiniteQuery({
    queryKey: newsKey,
    queryFn: ({ pageParam, signal }) =>
      api.get<AnnouncementPage>('/announcements', { active: 'true', pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, before) => (last.hasMore ? before.length + 1 : undefined),
    enabled: isWanted,
  });
  return {
    news: query.data?.pages.flatMap(({ records }) => records) ?? [],
    /** The news are those of the server, not those of before a reload that failed. */
    isKnown: query.isSuccess,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    more: () => void query.fetchNextPage(),
  };
}

/** What people see, and what the page lists. */
export const refetchAnnouncements = (): Promise<void> => queryClient.invalidateQueries({ queryKey: announcementsKey });

/** Shown as read at once; the server hears of it behind. */
export const markRead = async ({ id, isRead }: Announcement): Promise<void> => {
  if (isRead) return;
  // An answer that was on its way would show it as unread again.
  await queryClient.cancelQueries({ queryKey: newsKey });
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
  // Not told, it is unread again; nobody loses anything by that.
  await api.post(`/announcements/${id}/read`).catch(() => undefined);
  await refetchAnnouncements();
};
