import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '@balcao/sdk/client';
import type { Tag } from '../contract.ts';
import { byName } from './live/tag-news.ts';

export const tagKeys = {
  all: ['tags'] as const,
  list: ['tags', 'list'] as const,
  pages: ['tags', 'page'] as const,
  one: (id: number) => ['tags', 'one', id] as const,
};

/** Every tag of the company, by name; kept live by `LiveTags`. */
export const useTags = (isWanted = true) =>
  useQuery({
    queryKey: tagKeys.list,
    queryFn: ({ signal }) => api.get<Tag[]>('/tags/list', {}, { signal }),
    staleTime: 5 * 60_000,
    enabled: isWanted,
  });

/** Puts a tag into the list, if that is known. */
export const putTag = (tag: Tag): void => {
  queryClient.setQueryData<Tag[]>(
    tagKeys.list,
    (tags) => tags && [...tags.filter(({ id }) => id !== tag.id), tag].toSorted(byName),
  );
};
