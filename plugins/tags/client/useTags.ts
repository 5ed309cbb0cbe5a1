import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '@balcao/sdk/client';
import type { Tag } from '../contract.ts';
import { byName } from './live/tag-updates.ts';

export const tagKeys = {
  all: ['tags'] as const,
  list: ['tags', 'list'] as const,
  pages: ['tags', 'page'] as const,
  one: (id: number) => ['tags', 'one', id] as const,
};

/** Query of all tags of the company, by name; kept up to date by `LiveTags`. */
export const useTags = (isWanted = true) =>
  useQuery({
    queryKey: tagKeys.list,
    queryFn: ({ signal }) => api.get<Tag[]>('/tags/list', {}, { signal }),
    staleTime: 5 * 60_000,
    enabled: isWanted,
  });

/** Changes the cached list. A response in flight may be older than the change, so it is fetched again. */
const change = (step: (tags: Tag[]) => Tag[]): void => {
  queryClient.setQueryData<Tag[]>(tagKeys.list, (tags) => tags && step(tags).toSorted(byName));
  const asked = { queryKey: tagKeys.list };
  if (queryClient.isFetching(asked) > 0)
    void queryClient.cancelQueries(asked).then(() => queryClient.invalidateQueries(asked));
};
export const upsertCachedTag = (tag: Tag): void => change((tags) => [...tags.filter(({ id }) => id !== tag.id), tag]);
export const removeCachedTag = (tagId: number): void => change((tags) => tags.filter(({ id }) => id !== tagId));
