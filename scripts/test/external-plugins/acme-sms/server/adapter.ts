import { channelError, connections, type ChannelAdapter } from '@balcao/connections/contract';
import { addressRef, channelId } from '../contract.ts';
import { gatewayOf, handOver } from './gateway.ts';

/** Text messages through an HTTP gateway: no connection is held, each message is one request. */
export const adapter: ChannelAdapter = {
  id: channelId,
  capabilities: { media: {} },
  identityKind: 'phone',
  identityScope: () => '',

  async connect(connection, scope) {
    const status = gatewayOf(scope) ? 'CONNECTED' : 'DISCONNECTED';
    await scope.use(connections).setStatus(connection.id, { status });
  },

  async disconnect() {
    // Nothing to do: events of the gateway are refused while the connection is down.
  },

  async send(message, _connection, scope) {
    const gateway = gatewayOf(scope);
    if (!gateway) throw channelError('disconnected', 'the gateway is not set up');
    if (message.media) throw channelError('refused', 'a text message carries no file');
    const { id, to, body } = message;
    return {
      externalId: await handOver(gateway, { to: to.value, text: body, reference: String(id) }, scope.signal),
    };
  },

  async release(connection, scope) {
    await scope.addresses.revoke(addressRef(connection.id));
  },
};
