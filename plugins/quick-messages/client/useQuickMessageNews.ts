import { useQueryClient } from '@tanstack/react-query';
import { useRoom, useSession, type Missed } from '@balcao/sdk/client';
import { quickMessagesRoom } from '../contract.ts';

/** Everything that is kept of quick messages: lists of the page and of the composer. */
export const quickMessagesKey = ['quick-messages'] as const;

/** Looks again whenever one of them changed, here or elsewhere, and after a lost connection. */
export function useQuickMessageNews(): void {
  const queries = useQueryClient();
  const { user } = useSession();
  const lookAgain = (missed?: Missed) =>
    void queries.invalidateQueries({ queryKey: quickMessagesKey, ...(missed && { predicate: missed }) });
  useRoom(
    quickMessagesRoom,
    { userId: user.id },
    { changed: () => lookAgain() },
    { onJoined: (_again, missed) => lookAgain(missed) },
  );
}
