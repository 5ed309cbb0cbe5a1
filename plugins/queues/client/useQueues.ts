import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useRoom } from '@balcao/sdk/client';
import { queuesRoom, type Queue } from '../contract.ts';

export const queuesKey = ['queues'] as const;

const sorted = (queues: readonly Queue[]): Queue[] =>
  queues.toSorted((one, other) => one.name.localeCompare(other.name));

/** Loads the queues and keeps them up to date. */
export function useQueues() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: queuesKey, queryFn: ({ signal }) => api.get<Queue[]>('/queue', {}, { signal }) });
  const change = (step: (queues: Queue[]) => Queue[]) =>
    queries.setQueryData<Queue[]>(queuesKey, (known) => known && step(known));
  useRoom(
    queuesRoom,
    {},
    {
      update: ({ queue }: { queue: Queue }) =>
        change((known) => sorted([...known.filter(({ id }) => id !== queue.id), queue])),
      delete: ({ queueId }: { queueId: number }) => change((known) => known.filter(({ id }) => id !== queueId)),
    },
    { queryKeys: [queuesKey] },
  );
  return {
    queues: query.data,
    error: query.error,
    refetch: () => queries.invalidateQueries({ queryKey: queuesKey }),
  };
}
