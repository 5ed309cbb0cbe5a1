import { useInfiniteQuery } from '@tanstack/react-query';
import { api, fetchMore, queryClient } from '@balcao/sdk/client';
import type { Announcement } from '../contract.ts';

interface AnnouncementPage {
  records: Announcement[];
  hasMore: boolean;
}
export const announcementsKey = ['announcements'] as const;
const newsKey = [...announcementsKey, 'news'] as const;

/**
 * Loads the announcements shown to people, newest first. It waits for `isWanted` so that the first screen is not
 * delayed.
 */
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
    /** True when the data comes from the server, not from a cache whose refetch failed. */
    isKnown: query.isSuccess,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    more: () => fetchMore(query),
  };
}

/** Refetches the announcements shown to people and the list of the page. */
export const refetchAnnouncements = (): Promise<void> => queryClient.invalidateQueries({ queryKey: announcementsKey });

/** Marks an announcement as read at once; the server is notified in the background. */
export const markRead = async ({ id, isRead }: Announcement): Promise<void> => {
  if (isRead) return;
  // A response in flight would show it as unread again.
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
  // When the request fails, the announcement is unread again after a reload, which does no harm.
  await api.post(`/announcements/${id}/read`).catch(() => undefined);
  await refetchAnnouncements();
};
