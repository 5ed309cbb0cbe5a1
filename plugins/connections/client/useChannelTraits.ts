import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ConnectionRow } from './connection-row.ts';

/** Traits of a channel that determine the form, also before a connection exists. */
export type ChannelTraits = Pick<ConnectionRow, 'capabilities' | 'hasHistory'>;

/** Returns the traits of an existing connection, or of a new one’s channel; undefined while they load. */
export function useChannelTraits(connection: ConnectionRow | undefined, channel: string | undefined) {
  const isNew = connection === undefined && channel !== undefined;
  const { data, isError } = useQuery({
    queryKey: ['connections', 'channels'],
    queryFn: ({ signal }) => api.get<({ id: string } & ChannelTraits)[]>('/whatsapp-channels', {}, { signal }),
    staleTime: 5 * 60_000,
    enabled: isNew,
  });
  return {
    traits: connection ?? data?.find(({ id }) => id === channel),
    isKnown: !isNew || data !== undefined || isError,
  };
}
