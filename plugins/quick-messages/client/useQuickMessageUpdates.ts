import { useQueryClient } from '@tanstack/react-query';
import { useRoom, useSession } from '@balcao/sdk/client';
import { quickMessagesRoom } from '../contract.ts';

/** Key of all queries of quick messages: lists of the page and of the composer. */
export const quickMessagesKey = ['quick-messages'] as const;

/** Refetches quick messages whenever one of them changed. */
export function useQuickMessageUpdates(): void {
  const queries = useQueryClient();
  const { user } = useSession();
  const changed = (): void => void queries.invalidateQueries({ queryKey: quickMessagesKey });
  useRoom(quickMessagesRoom, { userId: user.id }, { changed }, { queryKeys: [quickMessagesKey] });
}
