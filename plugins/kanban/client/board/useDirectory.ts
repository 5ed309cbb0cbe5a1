import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';

export interface Named {
  id: number;
  name: string;
  color?: string;
}
const staleTime = 5 * 60_000;

/** Responses are a list, or an object with a list. */
const listIn = (answer: unknown, name: string): Named[] => {
  const found = Array.isArray(answer) ? answer : (answer as Record<string, unknown>)[name];
  return Array.isArray(found) ? (found as Named[]) : [];
};

const useNamed = (path: string, name: string, enabled: boolean): Named[] =>
  useQuery({
    queryKey: ['kanban', 'directory', path],
    queryFn: async ({ signal }) => listIn(await api.get(path, {}, { signal }), name),
    staleTime,
    enabled,
  }).data ?? [];

export const usePeople = (enabled = true): Named[] => useNamed('/users/combolist', 'users', enabled);
export const useQueues = (enabled = true): Named[] => useNamed('/queue', 'queues', enabled);
export const useConnections = (enabled = true): Named[] => useNamed('/whatsapp?session=0', 'whatsapps', enabled);
export const useTags = (enabled = true): Named[] => useNamed('/tags/list', 'tags', enabled);
