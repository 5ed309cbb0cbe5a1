import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { api } from '@balcao/sdk/client';
import { merged, threadKey, type MessagePage, type Thread } from './thread.ts';

const at = (chatId: number) => `/chats/${chatId}/messages`;

/** Fetches what came after the last known message, until there is no more. */
export const catchUp = async (
  chatId: number,
  read: () => Thread | undefined,
  write: (thread: Thread) => void,
): Promise<void> => {
  for (;;) {
    const known = read();
    const last = known?.messages.at(-1)?.seq;
    if (!known || last === undefined) return;
    const page = await api.get<MessagePage>(at(chatId), { afterSeq: last });
    const now = read();
    if (!now) return;
    write({ ...now, messages: merged(now.messages, page.records) });
    if (!page.hasMore) return;
  }
};

/** The messages of a chat, from the newest page back. */
export const useThread = (chatId: number) => {
  const queries = useQueryClient();
  const isLoading = useRef(false);
  const query = useQuery({
    queryKey: threadKey(chatId),
    queryFn: async ({ signal }): Promise<Thread> => {
      const page = await api.get<MessagePage>(at(chatId), {}, { signal });
      const known = queries.getQueryData<Thread>(threadKey(chatId));
      const first = page.records[0]?.seq ?? 1;
      // Older pages stay, unless too much came since to join both.
      const joins = known?.messages.some(({ seq }) => seq >= first - 1) ?? false;
      return known && joins
        ? { messages: merged(known.messages, page.records), hasOlder: known.hasOlder }
        : { messages: page.records, hasOlder: page.hasMore };
    },
    staleTime: 60_000,
  });
  const older = useCallback(async (): Promise<void> => {
    const known = queries.getQueryData<Thread>(threadKey(chatId));
    const first = known?.messages[0]?.seq;
    if (!known?.hasOlder || first === undefined || isLoading.current) return;
    isLoading.current = true;
    try {
      const page = await api.get<MessagePage>(at(chatId), { beforeSeq: first });
      queries.setQueryData<Thread>(threadKey(chatId), (thread) =>
        thread && { messages: merged(thread.messages, page.records), hasOlder: page.hasMore },
      );
    } finally {
      isLoading.current = false;
    }
  }, [chatId, queries]);
  return { ...query, older };
};
