import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { perFile } from '../../message/media/per-file.ts';

export const galleryKinds = ['image', 'video', 'document', 'link'] as const;
export type GalleryKind = (typeof galleryKinds)[number];

interface GalleryPage {
  messages: MessageView[];
  hasMore: boolean;
}

const newestFirst = (one: MessageView, other: MessageView): number =>
  other.createdAt.localeCompare(one.createdAt) || other.id - one.id;

/** Messages with files of one kind, one entry per file, or with links; newest first. */
export function useGallery(ticketId: number, kind: GalleryKind) {
  const query = useInfiniteQuery({
    queryKey: ['tickets', 'gallery', ticketId, kind],
    queryFn: ({ pageParam, signal }) =>
      api.get<GalleryPage>(
        `/messages/${ticketId}/media`,
        { kind, ...(pageParam ? { before: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages.toSorted(newestFirst).at(-1)?.id : undefined),
    staleTime: 30_000,
  });
  const found = query.data?.pages.flatMap(({ messages }) => messages.toSorted(newestFirst));
  return { ...query, messages: kind === 'link' ? found : found?.flatMap((message) => perFile(message, kind)) };
}
