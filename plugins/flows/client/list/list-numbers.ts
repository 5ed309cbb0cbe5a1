import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { FlowListNumbers } from '../../graph/wire.ts';

/** The outcomes of the conversations of the last seven days, by flow; undefined: not known yet. */
export const useListNumbers = (): ReadonlyMap<number, FlowListNumbers> | undefined => {
  const { data } = useQuery({
    queryKey: ['flows', 'list-numbers'],
    queryFn: async ({ signal }) =>
      (await api.get<{ records: FlowListNumbers[] }>('/flow/list/numbers', {}, { signal })).records,
    refetchInterval: 60_000,
  });
  return useMemo(() => data && new Map(data.map((one) => [one.id, one])), [data]);
};
