import { settingChanged, type Host, type Scope } from '@balcao/sdk/server';
import { connectionChanged, connections } from '@balcao/connections/contract';
import { channelId } from '../channel.ts';
import type manifest from '../manifest.ts';
import { adapter } from './adapter.ts';

const reconnect = async (scope: Scope): Promise<void> => {
  for (const connection of await scope.use(connections).list())
    if (connection.channel === channelId) await adapter.connect(connection, scope, { fresh: false });
};

/**
 * Connects without pairing: a new connection is up as soon as the company's key is set, and again when the key changes.
 */
export const connectWhenReady = (host: Host<typeof manifest>): void => {
  host.on(connectionChanged, 'connect-new', async ({ connectionId, action }, scope) => {
    const connection = action === 'create' ? await scope.use(connections).find(connectionId) : undefined;
    if (connection?.channel === channelId) await adapter.connect(connection, scope, { fresh: false });
  });
  host.on(settingChanged, 'connect-with-key', async ({ key }, scope) => {
    if (key === 'exampleSmsKey') await reconnect(scope);
  });
};
