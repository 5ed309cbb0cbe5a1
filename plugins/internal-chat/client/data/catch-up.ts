import type { QueryClient } from '@tanstack/react-query';
import { lastSeq, merged, requestPage, threadKey, type Thread } from './thread.ts';

/** Fetches what came after the last known message of a chat, until there is no more. */
export const catchUp = async (queries: QueryClient, chatId: number): Promise<void> => {
  const key = threadKey(chatId);
  for (;;) {
    const known = queries.getQueryData<Thread>(key);
    if (!known) return;
    const page = await requestPage(chatId, { afterSeq: lastSeq(known) ?? 0 });
    queries.setQueryData<Thread>(key, (now) => now && { ...now, messages: merged(now.messages, page.records) });
    if (!page.hasMore) return;
  }
};
