import { channelError, connections, type ChannelAdapter } from '@balcao/connections/contract';
import { channelId } from '../channel.ts';
import { addressRef } from './address.ts';
import { accountOf, sendText } from './gateway.ts';

/**
 * What the platform asks of a channel. Everything above it is written once, elsewhere: contacts, conversations, queues,
 * retries, ticks.
 */
export const adapter: ChannelAdapter = {
  id: channelId,
  // No media, no typing: the screen offers what is named here and no more.
  // The gateway drops a second copy, told by the idempotency key.
  capabilities: { media: {}, once: true },
  identityKind: 'phone',
  // A phone number is one person everywhere.
  identityScope: () => '',

  async connect(connection, scope) {
    // Nothing is held open: the gateway calls the webhook, and takes messages over HTTP.
    const status = accountOf(scope) ? 'CONNECTED' : 'DISCONNECTED';
    await scope.use(connections).setStatus(connection.id, { status });
  },

  async disconnect() {
    // The connection's status is all there is to end.
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
