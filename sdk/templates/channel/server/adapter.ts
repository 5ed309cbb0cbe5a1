import { channelError, connections, type ChannelAdapter } from '@balcao/connections/contract';
import { channelId } from '../channel.ts';
import { addressRef } from './address.ts';
import { accountOf, sendText } from './gateway.ts';

/**
 * The channel's implementation of the platform's interface. Everything above it already exists: contacts,
 * conversations, queues, retries, ticks.
 */
export const adapter: ChannelAdapter = {
  id: channelId,
  // No media, no typing: the screen offers only the capabilities named here. `once`: the gateway discards duplicates by
  // the idempotency key.
  capabilities: { media: {}, once: true },
  identityKind: 'phone',
  // A phone number identifies the same person everywhere.
  identityScope: () => '',

  async connect(connection, scope) {
    // There is no permanent connection: the gateway calls the webhook, and receives messages over HTTP.
    const status = accountOf(scope) ? 'CONNECTED' : 'DISCONNECTED';
    await scope.use(connections).setStatus(connection.id, { status });
  },

  async disconnect() {
    // There is nothing to close but the connection's status.
  },

  async send(message, connection, scope) {
    if (connection.status !== 'CONNECTED') throw channelError('disconnected', 'the connection was disconnected');
    if (message.media) throw channelError('refused', 'a text message carries no files');
    const account = accountOf(scope);
    if (!account) throw channelError('disconnected', 'no-key');
    return { externalId: await sendText(account, message, scope.signal) };
  },

  async release(connection, scope) {
    await scope.addresses.revoke(addressRef(connection.id));
  },
};
