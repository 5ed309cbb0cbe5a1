import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { tagKeys } from '../useTags.ts';
import type { TagRow } from './tag-row.ts';

/** Shows on how many conversations a tag is, before it is deleted. */
export function TagUsage({ tag }: { tag: TagRow }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: tagKeys.one(tag.id),
    queryFn: ({ signal }) => api.get<TagRow>(`/tags/${tag.id}`, {}, { signal }),
    placeholderData: tag,
    gcTime: 0,
  });
  return t('delete.text', { count: (data ?? tag).tickets });
}
