import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';

interface Named {
  id: number;
  name: string;
}
const staleTime = 5 * 60_000;

/** Responses are a list, or an object with a list. */
const listIn = (answer: unknown, name: string): Named[] => {
  const found = Array.isArray(answer) ? answer : (answer as Record<string, unknown>)[name];
  return Array.isArray(found) ? (found as Named[]) : [];
};
const useNamed = (path: string, name: string): Named[] =>
  useQuery({
    queryKey: ['reports', 'directory', path],
    queryFn: async ({ signal }) => listIn(await api.get(path, {}, { signal }), name),
    staleTime,
  }).data ?? [];

export const usePeople = (): Named[] => useNamed('/users/combolist', 'users');
export const useQueues = (): Named[] => useNamed('/queue', 'queues');
export const useConnections = (): Named[] => useNamed('/whatsapp?session=0', 'whatsapps');
