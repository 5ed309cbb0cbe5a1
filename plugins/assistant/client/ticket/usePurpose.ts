import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { Availability, Purpose } from '@balcao/chatai/contract';

interface Purposes {
  purposes: Availability[];
  canConfigure: boolean;
}

/** Returns whether a purpose of artificial intelligence can be used, and whether this person may configure it. */
export const usePurpose = (
  purpose: Purpose,
): { isReady: boolean | undefined; reason: string | null; canConfigure: boolean } => {
  const { data } = useQuery({
    queryKey: ['ai', 'purposes'],
    queryFn: ({ signal }) => api.get<Purposes>('/ai/purposes', {}, { signal }),
    staleTime: 60_000,
  });
  const found = data?.purposes.find((one) => one.purpose === purpose);
  return { isReady: found?.isReady, reason: found?.reason ?? null, canConfigure: data?.canConfigure ?? false };
};
