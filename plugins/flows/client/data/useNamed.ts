/** Things of the company that nodes refer to, by name: for choosing them and for drawing the nodes. */
import { useMemo } from 'react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { api, useSession } from '@balcao/sdk/client';
import type { FlowCatalogue, FlowRow } from '../../graph/wire.ts';
import type { Named, NamedOf } from '../kinds/kind.ts';

export interface NamedItem extends Named {
  id: string;
}
interface Coloured {
  id: number;
  name: string;
  color?: string;
}
interface Board {
  kanbanId: number;
  lanes: { id: string; title: string }[];
}

const minutes = 60_000;
const asItems = (rows: readonly Coloured[] | undefined): NamedItem[] =>
  (rows ?? []).map(({ id, name, color }) => ({ id: String(id), name, color }));

export const flowListKey = ['flows', 'list'] as const;
export const flowListQuery = {
  queryKey: flowListKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ records: FlowRow[] }>('/flow/list', {}, { signal })).records,
};

export const useCatalogue = (): FlowCatalogue | undefined =>
  useQuery({
    queryKey: ['flows', 'catalogue'],
    queryFn: ({ signal }) => api.get<FlowCatalogue>('/flow/catalogue', {}, { signal }),
    staleTime: minutes,
  }).data;

export const useQueueItems = (): NamedItem[] => {
  const { data } = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => api.get<Coloured[]>('/queue', {}, { signal }),
  });
  return useMemo(() => asItems(data), [data]);
};
export const useTagItems = (): NamedItem[] => {
  const { data } = useQuery({
    queryKey: ['flows', 'tags'],
    queryFn: ({ signal }) => api.get<Coloured[]>('/tags/list', {}, { signal }),
    enabled: useSession().isOn('tags'),
    staleTime: minutes,
  });
  return useMemo(() => asItems(data), [data]);
};
export const usePeopleItems = (): NamedItem[] => {
  const { data } = useQuery({
    queryKey: ['flows', 'people'],
    queryFn: ({ signal }) => api.get<Coloured[]>('/users/combolist', {}, { signal }),
    staleTime: minutes,
  });
  return useMemo(() => asItems(data), [data]);
};
export const useFlowItems = (): (NamedItem & { isLive: boolean })[] => {
  const { data } = useQuery(flowListQuery);
  return useMemo(() => (data ?? []).map(({ id, title, isLive }) => ({ id: String(id), name: title, isLive })), [data]);
};
export const useBoard = (): Board | undefined => {
  const { isOn, can } = useSession();
  return useQuery({
    queryKey: ['flows', 'board'],
    queryFn: ({ signal }) => api.get<Board>('/kanban-lanes', {}, { signal }),
    enabled: isOn('kanban') && can('crm:view'),
    staleTime: minutes,
  }).data;
};

export const useNamed = (): NamedOf => {
  const queues = useQueueItems();
  const tags = useTagItems();
  const people = usePeopleItems();
  const flows = useFlowItems();
  const board = useBoard();
  return useMemo(() => {
    const known = new Map<string, Named>();
    for (const [kind, items] of Object.entries({ queue: queues, tag: tags, user: people, flow: flows }))
      for (const item of items) known.set(`${kind}:${item.id}`, item);
    for (const { id, title } of board?.lanes ?? []) known.set(`lane:${id}`, { name: title });
    return (kind, id) =>
      typeof id === 'number' || typeof id === 'string' ? known.get(`${kind}:${id}`) : undefined;
  }, [queues, tags, people, flows, board]);
};

const nameKeys: readonly string[] = ['queues', 'flows list', 'flows tags', 'flows people', 'flows board'];

/**
 * Begins to load the names, and tells whether any is on its way. A drawing that is made before is made again for each
 * that arrives. One that fails is not waited for.
 */
export const useNamesLoading = (): boolean => {
  useNamed();
  const loading = useIsFetching({
    predicate: ({ queryKey, state }) =>
      nameKeys.includes(queryKey.join(' ')) && state.data === undefined && state.fetchFailureCount === 0,
  });
  return loading > 0;
};
