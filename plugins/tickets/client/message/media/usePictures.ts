import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api, queryClient } from '@balcao/sdk/client';
import type { MessageView } from '../../../contract.ts';
import { isSameFile, perFile } from './per-file.ts';
import { ticketKeys } from '../../data/ticket-cache.ts';
import { messagesOf } from '../../model/message-pages.ts';
import type { MessagePages } from '../../model/message-pages.ts';

const isPicture = (message: MessageView): boolean =>
  message.mediaType === 'image' && message.mediaUrl !== null && !message.isDeleted;

/** The pictures before and after one: the loaded ones, and older ones as needed. */
export function usePictures({ ticketId, message }: { ticketId: number; message: MessageView }) {
  const [older, setOlder] = useState<MessageView[]>([]);
  // Reported by the oldest loaded page, also when known pictures are older.
  const [hasMore, setHasMore] = useState(true);
  const loaded = messagesOf(queryClient.getQueryData<MessagePages>(ticketKeys.messages(ticketId)))
    .flatMap((one) => perFile(one))
    .filter(isPicture);
  const all = useMemo(() => {
    const known = new Set(older.map(({ id }) => id));
    const rest = loaded.filter(({ id }) => !known.has(id));
    const pictures = [...older, ...rest];
    return pictures.some((one) => isSameFile(one, message)) ? pictures : [...pictures, message];
  }, [loaded, message, older]);
  const at = all.findIndex((one) => isSameFile(one, message));
  const first = all[0]?.id ?? message.id;
  const { data } = useQuery({
    queryKey: ['tickets-pictures', ticketId, first],
    queryFn: ({ signal }) =>
      api.get<{ messages: MessageView[]; hasMore: boolean }>(
        `/messages/${ticketId}/media`,
        { kind: 'image', before: first },
        { signal },
      ),
    enabled: at <= 1 || older.length === 0,
    staleTime: 60_000,
  });
  useEffect(() => {
    if (!data) return;
    setHasMore(data.hasMore);
    const found = data.messages.flatMap((one) => perFile(one)).filter(isPicture);
    if (found.length > 0)
      setOlder((known) => (known.some(({ id }) => id === found[0]?.id) ? known : [...found, ...known]));
  }, [data]);
  return {
    previous: all[at - 1],
    next: all[at + 1],
    at: at + 1,
    count: all.length,
    /** Older ones are not loaded yet: the count is a minimum. */
    hasMore,
  };
}
