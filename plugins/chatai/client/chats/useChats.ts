import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRoom, useSession } from '@balcao/sdk/client';
import { chatsOfPersonRoom, chatsRoom, type ChatView } from '../../contract.ts';
import { chatQuery, chatsKey, chatsQuery } from './chat-data.ts';

const latestFirst = (chats: readonly ChatView[]): ChatView[] =>
  chats.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id);

/** The person's chats, followed live. `onDeleted` is called with the chat that somebody deleted. */
export const useChats = (search: string, onDeleted: (id: number) => void) => {
  const queries = useQueryClient();
  const { user } = useSession();
  const query = chatsQuery(search);
  const chats = useQuery(query);
  const put = ({ record }: { record: ChatView }): void => {
    queries.setQueryData(chatQuery(record.uuid).queryKey, record);
    queries.setQueryData(query.queryKey, (before) => {
      if (!before) return before;
      const isKnown = before.some(({ id }) => id === record.id);
      // The server decides which chats a search finds.
      if (!isKnown && search !== '') return before;
      return latestFirst([record, ...before.filter(({ id }) => id !== record.id)]);
    });
  };
  useRoom(chatsOfPersonRoom, { userId: user.id }, { create: put, update: put }, { queryKeys: [[...chatsKey, 'list']] });
  useRoom(
    chatsRoom,
    {},
    {
      delete({ id }: { id: number }) {
        queries.setQueryData(query.queryKey, (before) => before?.filter((chat) => chat.id !== id));
        onDeleted(id);
      },
    },
    { queryKeys: [[...chatsKey, 'list']] },
  );
  return chats;
};
