import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, useRoom } from '@balcao/sdk/client';
import { ticketRoom, type MessageView, type TicketView } from '@balcao/tickets/contract';
import { answerKind, isMetaChannel, type CommentView } from '../../contract.ts';

export const commentsKey = (ticketId: number) => ['meta', 'comments', ticketId] as const;

/**
 * Fetches the comments of a conversation’s person, once for all that are on the screen. `commentId`: one that is on the
 * screen, by which a new one is noticed.
 */
export const useComments = (
  { id, uuid, channel, unsentMessages }: Pick<TicketView, 'id' | 'uuid' | 'channel' | 'unsentMessages'>,
  commentId?: string,
): UseQueryResult<CommentView[]> => {
  const query = useQuery({
    queryKey: commentsKey(id),
    queryFn: ({ signal }) => api.get<CommentView[]>(`/meta/tickets/${id}/comments`, {}, { signal }),
    enabled: isMetaChannel(channel),
  });
  const { data, refetch } = query;
  // Several components follow one query: the first asks for all of them.
  const again = () => void refetch({ cancelRefetch: false });
  useRoom(
    ticketRoom,
    isMetaChannel(channel) ? { uuid } : null,
    {
      // Hiding a comment is an entry of the log.
      log: again,
      message: ({ message }: { message: MessageView }) => {
        if ((message.dataJson as { kind?: unknown } | null)?.kind === answerKind) again();
      },
    },
    { queryKeys: [commentsKey(id)] },
  );
  const isNew = commentId !== undefined && data?.every((one) => one.commentId !== commentId) === true;
  useEffect(() => {
    if (isNew) void refetch();
  }, [isNew, refetch]);
  // A private answer that could not be sent may be written again.
  useEffect(() => {
    if (unsentMessages > 0) void refetch();
  }, [unsentMessages, refetch]);
  return query;
};
