import { useQueryClient } from '@tanstack/react-query';
import { useRoom } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { directoryKeys, useConnections } from '../data/useDirectory.ts';

const companyRoom = room('kernel.company');

/** Whether the company switched the module of this connection's channel off; a switch is followed as it happens. */
export function useChannelOff(connectionId: number): boolean {
  const queries = useQueryClient();
  const queryKey = directoryKeys.connections;
  useRoom(companyRoom, {}, { module: () => void queries.invalidateQueries({ queryKey }) }, { queryKeys: [queryKey] });
  return useConnections().find(({ id }) => id === connectionId)?.channelOn === false;
}
