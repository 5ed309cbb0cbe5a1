import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { ConnectionRow } from './connection-row.ts';

/** What a channel can do: what is asked of it follows from that, also before there is a connection. */
export type ChannelTraits = Pick<ConnectionRow, 'capabilities' | 'hasHistory'>;

/** Of a connection that there is, or of the channel of a new one; undefined while it is asked. */
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
