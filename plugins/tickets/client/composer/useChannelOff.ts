import { useQueryClient } from '@tanstack/react-query';
import { useRoom } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { directoryKeys, useConnections } from '../data/useDirectory.ts';

const companyRoom = room('kernel.company');

/** True when the company has switched the module of this connection's channel off; it follows changes. */
export function useChannelOff(connectionId: number): boolean {
  const queries = useQueryClient();
  const queryKey = directoryKeys.connections;
  useRoom(companyRoom, {}, { module: () => void queries.invalidateQueries({ queryKey }) }, { queryKeys: [queryKey] });
  return useConnections().find(({ id }) => id === connectionId)?.channelOn === false;
}
