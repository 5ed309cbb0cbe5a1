import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { api, fetchMore, useRoom } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { usersRoom } from '../contract.ts';
import type { User } from './user.ts';

interface UserPage {
  users: User[];
  hasMore: boolean;
  count: number;
}
type Loaded = InfiniteData<UserPage, number>;

const usersKey = ['users'] as const;
const companyRoom = room('kernel.company');

/** Loads the people that match a term, page by page, and keeps their online state up to date. */
export function useUsers(term: string) {
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: [...usersKey, term],
    queryFn: ({ pageParam, signal }) =>
      api.get<UserPage>('/users/', { searchParam: term.toLowerCase(), pageNumber: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  useRoom(
    companyRoom,
    {},
    {
      presence: ({ userId, online }: { userId: number; online: boolean }) =>
        queries.setQueriesData<Loaded>({ queryKey: usersKey }, (loaded) => loaded && present(loaded, userId, online)),
    },
    { queryKeys: [usersKey] },
  );
  const refetch = (): Promise<void> => queries.invalidateQueries({ queryKey: usersKey });
  useRoom(usersRoom, {}, { update: () => void refetch(), delete: () => void refetch() }, { queryKeys: [usersKey] });
  return {
    users: query.data?.pages.flatMap(({ users }) => users) ?? [],
    count: query.data?.pages[0]?.count,
    error: query.error,
    isLoading: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => fetchMore(query),
    refetch,
  };
}

const present = (loaded: Loaded, userId: number, online: boolean): Loaded => ({
  ...loaded,
  pages: loaded.pages.map((page) => ({
    ...page,
    users: page.users.map((user) =>
      user.id === userId ? { ...user, online, lastOnline: online ? user.lastOnline : new Date().toISOString() } : user,
    ),
  })),
});
