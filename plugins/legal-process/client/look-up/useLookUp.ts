import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, api, useRoom, useSession } from '@balcao/sdk/client';
import { lookUpRoom } from '../../contract.ts';
import type { FoundCase } from '../data.ts';

export interface LookUp {
  /** The case that was looked up last. */
  cnj: string | undefined;
  found: FoundCase | undefined;
  error: Error | null;
  /** Nothing is stored, and a source that charges for its answer was not asked. */
  isUnasked: boolean;
  /** The court is still being asked: what is found is old, or nothing yet. */
  isWaiting: boolean;
  isSearching: boolean;
  search(cnj: string): void;
}

/**
 * Looks a case up, for a contact with its link, and again when a source answers that was still asking the court. Of
 * `first`, which nobody searched for, it reads what is stored: a search may cost something.
 */
export const useLookUp = (contactId: number | undefined, first?: string): LookUp => {
  const userId = useSession().user.id;
  const [cnj, setCnj] = useState(first);
  const isSearch = useRef(false);
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
        isSearch.current ? {} : { stored: true },
      ),
  });
  const code = error instanceof ApiError ? error.code : undefined;
  const isWorking = code === 'ERR_LEGAL_WORKING';
  const isUnasked = gaveUp === undefined && code === 'ERR_LEGAL_NOT_ASKED';
  const isWaiting = gaveUp === undefined && (isWorking || (!isError && data?.isPending === true));
  const readAgain = (): void => {
    setGaveUp(undefined);
    isSearch.current = false;
    void refetch();
  };
  useRoom(
    lookUpRoom,
    { userId },
    {
      answered: (answer: { cnj: string; error: string | null }) => {
        if (answer.cnj !== cnj) return;
        if (answer.error === null) readAgain();
        else setGaveUp(answer.error);
      },
    },
    // The answer may have come before the room was joined, or while the connection was lost.
    { onJoined: () => isWaiting && readAgain() },
  );
  return {
    cnj,
    found: isError ? undefined : data,
    error: gaveUp === undefined ? (isWorking || isUnasked ? null : error) : new ApiError(502, gaveUp),
    isUnasked: isUnasked && !isFetching,
    isWaiting,
    isSearching: isFetching,
    search(next) {
      setGaveUp(undefined);
      isSearch.current = true;
      if (next === cnj) void refetch();
      else setCnj(next);
    },
  };
};
