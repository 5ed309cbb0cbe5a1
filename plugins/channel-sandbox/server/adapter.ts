import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@balcao/sdk/server';
import { channelError, connections, type ChannelAdapter } from '@balcao/connections/contract';
import { channelId, phoneRoom } from '../contract.ts';
import { lineOf, newPairingCode, setLine } from './lines.ts';
import { reachPhone } from './reach-phone.ts';

const megabyte = 1024 * 1024;

/** A phone network in a table: what a provider does, without one. Takes each message once, by our id. */
export const adapter: ChannelAdapter = {
  id: channelId,
  capabilities: {
    media: { image: 16 * megabyte, audio: 16 * megabyte, video: 50 * megabyte, document: 50 * megabyte },
    quotes: true,
    qr: true,
    typing: true,
    numberCheck: true,
  },
  identityKind: 'phone',
  identityScope: () => '',

  async connect(connection, scope, { fresh }) {
    const line = await lineOf(scope, connection.id);
    if (line.paired && !fresh) {
      await scope.use(connections).setStatus(connection.id, { status: line.cut ? 'TIMEOUT' : 'CONNECTED' });
      return;
    }
    const pairingCode = newPairingCode(connection.id);
    await setLine(scope, connection.id, { paired: false, pairingCode });
    await scope.use(connections).setStatus(connection.id, { status: 'qrcode', qrcode: pairingCode });
  },

  async disconnect(connection, scope) {
    await setLine(scope, connection.id, { paired: false, pairingCode: '' });
  },

  async send(message, connection, scope) {
    const line = await lineOf(scope, connection.id);
    if (line.latencyMs > 0) await sleep(line.latencyMs, undefined, { signal: scope.signal });
    if (line.cut || !line.paired) throw channelError('disconnected', 'the simulated phone has no link');
    const number = message.to.value;
    const phone = await scope.sql.one<{ invalid: boolean }>(
      sql`select invalid from channel_sandbox.phone where connection_id = ${connection.id} and number = ${number}`,
    );
    if (phone?.invalid) throw channelError('invalid-contact', 'the number does not exist in the sandbox');
    return { externalId: await reachPhone(connection.id, message, scope) };
  },

  async presence(state, to, connection, scope) {
    scope.rooms.emit(phoneRoom, { connectionId: connection.id, number: to.value }, 'presence', { state });
  },

  async checkNumber(number, connection, scope) {
    const phone = await scope.sql.one<{ invalid: boolean }>(
      sql`select invalid from channel_sandbox.phone where connection_id = ${connection.id} and number = ${number}`,
    );
    return { exists: !phone?.invalid, value: number };
  },
};
