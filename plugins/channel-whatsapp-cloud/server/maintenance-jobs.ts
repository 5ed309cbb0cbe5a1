import { z, type Host } from '@balcao/sdk/server';
import { connectionChanged, connections } from '@balcao/connections/contract';
import { channelId, maintain, reconnect } from '../contract.ts';
import type manifest from '../manifest.ts';
import { allAccounts } from './account/account.ts';
import { connect } from './connect.ts';
import { deleteFetched, fetchWaiting } from './media/incoming.ts';
import { deleteOldSent } from './send/outgoing.ts';
import { syncTemplates } from './templates/sync.ts';

/** Registers the periodic jobs of connections. */
export const maintenanceJobs = (host: Host<typeof manifest>): void => {
  host.on(connectionChanged, 'read-templates', async ({ connectionId, status, action }, scope) => {
    if (action !== 'update' || status !== 'CONNECTED') return;
    const connection = await scope.use(connections).find(connectionId);
    if (connection?.channel === channelId) await syncTemplates(scope, connectionId, { ifOlderThanMinutes: 10 });
  });
  host.on(connectionChanged, 'fetch-waiting-files', async ({ connectionId, status, action }, scope) => {
    if (action === 'update' && status === 'CONNECTED') await fetchWaiting(scope, connectionId);
  });
  host.job(reconnect, {
    data: z.object({ connectionId: z.number(), tries: z.number() }),
    handle: async ({ connectionId, tries }, scope) => {
      const connection = await scope.use(connections).find(connectionId);
      // Somebody connected or disconnected it in between.
      if (connection?.channel === channelId && connection.status === 'OPENING')
        await connect(connection, scope, { tries });
    },
  });
  host.job(maintain, {
    data: z.object({}),
    every: '1 hour',
    handle: async (_data, scope) => {
      await deleteOldSent(scope);
      await deleteFetched(scope);
      for (const { connectionId } of await allAccounts(scope)) {
        const connection = await scope.use(connections).find(connectionId);
        if (connection?.status !== 'CONNECTED') continue;
        await connect(connection, scope, { isUp: true });
        await syncTemplates(scope, connectionId);
      }
    },
  });
};
