import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, useSession } from '@balcao/sdk/client';
import type { QuickMessage } from '../../contract.ts';
import { quickMessagesKey, useQuickMessageUpdates } from '../useQuickMessageUpdates.ts';
import { rankReplies } from './ranked.ts';

/** The server's page limit; a person with more replies searches on the server. */
const maxAtHand = 300;

export const repliesKey = (userId: number) => [...quickMessagesKey, 'list', userId] as const;

/** Returns the replies matching the typed text, filtered locally as long as all of them are loaded. */
export function useReplies(term: string) {
  const { user } = useSession();
  const list = (searchParam: string, enabled: boolean) => ({
    queryKey: [...repliesKey(user.id), searchParam],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<QuickMessage[]>('/quick-messages/list', { searchParam }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const atHand = useQuery(list('', true));
  const isMore = (atHand.data?.length ?? 0) >= maxAtHand && term.trim() !== '';
  const found = useQuery(list(term.trim().toLowerCase(), isMore));
  useQuickMessageUpdates();
  const known = isMore ? (found.data ?? atHand.data) : atHand.data;
  const replies = useMemo(() => known && rankReplies(known, term), [known, term]);
  return {
    /** Undefined while loading. */
    replies,
    hasNone: atHand.data?.length === 0,
    error: atHand.data ? null : atHand.error,
    retry: () => void atHand.refetch(),
  };
}
