import { useQuery } from '@tanstack/react-query';
import { api, useSession } from '@balcao/sdk/client';
import type { ChannelCapabilities } from '@balcao/connections/contract';

export interface QueueEntry {
  id: number;
  name: string;
  color: string;
}
export interface ConnectionEntry {
  id: number;
  name: string;
  status: string;
  channel: string;
  isDefault?: boolean;
  /** The company has the channel's plugin switched on. */
  channelOn?: boolean;
  /** Capabilities of its channel; none while the channel's plugin is off. */
  capabilities?: Partial<ChannelCapabilities>;
}
export interface UserEntry {
  id: number;
  name: string;
  profilePicUrl?: string | null;
  queues?: QueueEntry[];
}

export const directoryKeys = {
  queues: ['tickets-directory', 'queues'] as const,
  own: ['tickets-directory', 'own-queues'] as const,
  connections: ['tickets-directory', 'connections'] as const,
  users: ['tickets-directory', 'users'] as const,
  colleagues: ['tickets-directory', 'colleagues'] as const,
};
const staleTime = 5 * 60_000;

/** Responses are a list, or an object with a list. */
const listIn = <T>(answer: T[] | Record<string, unknown>, name: string): T[] =>
  Array.isArray(answer) ? answer : Array.isArray(answer[name]) ? (answer[name] as T[]) : [];

export function useQueues(): QueueEntry[] {
  const query = useQuery({
    queryKey: directoryKeys.queues,
    queryFn: async () => listIn<QueueEntry>(await api.get('/queue'), 'queues'),
    staleTime,
  });
  return query.data ?? [];
}

export function useConnections(): ConnectionEntry[] {
  const query = useQuery({
    queryKey: directoryKeys.connections,
    queryFn: async () => listIn<ConnectionEntry>(await api.get('/whatsapp', { session: 0 }), 'whatsapps'),
    staleTime,
  });
  return query.data ?? [];
}

const nothing: Partial<ChannelCapabilities> = {};

/** The capabilities of a connection's channel. */
export const useCapabilities = (connectionId: number): Partial<ChannelCapabilities> =>
  useConnections().find((each) => each.id === connectionId)?.capabilities ?? nothing;

/** All people of the company. `enabled` is false while they are not needed. */
export function useUsers(enabled: boolean): UserEntry[] {
  const query = useQuery({
    queryKey: directoryKeys.users,
    queryFn: async () => listIn<UserEntry>(await api.get('/users/combolist'), 'users'),
    staleTime,
    enabled,
  });
  return query.data ?? [];
}

/** The queues of this person. */
export function useOwnQueues(): QueueEntry[] {
  const { user } = useSession();
  const known = Array.isArray(user.queues) ? (user.queues as QueueEntry[]) : undefined;
  const query = useQuery({
    queryKey: [...directoryKeys.own, user.id],
    queryFn: async () => (await api.get<UserEntry>(`/users/${user.id}`)).queues ?? [],
    enabled: known === undefined,
    staleTime,
  });
  return known ?? query.data ?? [];
}

/** The queues of a person; undefined until they are known. */
export function useQueuesOf(user: { id: number; name: string } | null): QueueEntry[] | undefined {
  return useQuery({
    queryKey: [...directoryKeys.colleagues, user?.id],
    queryFn: async ({ signal }) =>
      listIn<UserEntry>(await api.get('/users/', { searchParam: user?.name ?? '' }, { signal }), 'users').find(
        ({ id }) => id === user?.id,
      )?.queues ?? [],
    enabled: user !== null,
    staleTime: 60_000,
  }).data;
}
