import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, api, useRoom, useSession } from '@balcao/sdk/client';
import { lookUpRoom } from '../../contract.ts';
import type { FoundCase } from '../data.ts';

export interface LookUp {
  found: FoundCase | undefined;
  error: Error | null;
  /** The court is still being asked: what is found is old, or nothing yet. */
  isWaiting: boolean;
  isSearching: boolean;
  search(cnj: string): void;
}

/** Looks a case up, for a contact with its link, and again when a source answers that was still asking the court. */
export const useLookUp = (contactId: number | undefined, first?: string): LookUp => {
  const userId = useSession().user.id;
  const [cnj, setCnj] = useState(first);
  /** The code with which a source gave up. */
  const [gaveUp, setGaveUp] = useState<string>();
  const { data, error, isFetching, isError, refetch } = useQuery({
    queryKey: ['legal-process-look-up', cnj, contactId],
    enabled: cnj !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
    // Without its signal: closing the dialog must not end a request that is paid for.
    queryFn: () =>
      api.get<FoundCase>(
        contactId === undefined ? `/legalProcess/${cnj}/search` : `/legalProcess/${cnj}/${contactId}/show`,
      ),
  });
  const isWorking = error instanceof ApiError && error.code === 'ERR_LEGAL_WORKING';
  const isWaiting = gaveUp === undefined && (isWorking || (!isError && data?.isPending === true));
  const again = (): void => {
    setGaveUp(undefined);
    void refetch();
  };
  useRoom(
    lookUpRoom,
    { userId },
    {
      answered: ({ cnj: answered, error: code }: { cnj: string; error: string | null }) => {
        if (answered !== cnj) return;
        if (code === null) again();
        else setGaveUp(code);
      },
    },
    // The answer may have come while the connection was lost.
    { onJoined: (isAgain) => isAgain && isWaiting && again() },
  );
  return {
    found: isError ? undefined : data,
    error: gaveUp === undefined ? (isWorking ? null : error) : new ApiError(502, gaveUp),
    isWaiting,
    isSearching: isFetching,
    search(next) {
      setGaveUp(undefined);
      if (next === cnj) void refetch();
      else setCnj(next);
    },
  };
};
