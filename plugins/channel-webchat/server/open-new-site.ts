import type { Scope } from '@balcao/sdk/server';
import { connections, type ConnectionStatus } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';
import { adapter } from './adapter.ts';

/** A web chat needs no pairing: it is connected as soon as it exists. */
export const openNewSite = async (
  { connectionId, action }: { connectionId: number; status: ConnectionStatus; action: 'create' | 'update' | 'delete' },
  scope: Scope,
): Promise<void> => {
  if (action !== 'create') return;
  const connection = await scope.use(connections).find(connectionId);
  if (connection?.channel === channelId) await adapter.connect(connection, scope, { fresh: false });
};
