import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Scope } from '@balcao/sdk/server';
import { channelError, connections, type ChannelAdapter, type Connection } from '@balcao/connections/contract';
import { channelId, phoneRoom } from '../contract.ts';
import { storeReaction, publishChange } from './changes.ts';
import { stateOf, newPairingCode, setState } from './connection-state.ts';
import { erased, identityOf } from './phone.ts';
import { createReachPhone } from './reach-phone.ts';

const megabyte = 1024 * 1024;

/** The limit of the network that it simulates. */
const editMinutes = 15;

const overConnection = async (connection: Connection, scope: Scope): Promise<void> => {
  const state = await stateOf(scope, connection.id);
  if (state.latencyMs > 0) await sleep(state.latencyMs, undefined, { signal: scope.signal });
  if (state.cut || !state.paired) throw channelError('disconnected', 'the simulated phone has no link');
};

/** A phone network in a table: the behaviour of a provider, without one. Accepts each message once, by our id. */
export const sandboxAdapter = (reachPhone = createReachPhone()): ChannelAdapter => ({
  id: channelId,
  capabilities: {
    media: {
      image: 16 * megabyte,
      audio: 16 * megabyte,
      video: 50 * megabyte,
      document: 50 * megabyte,
      sticker: megabyte,
    },
    reactions: true,
    edits: true,
    deletes: true,
    quotes: true,
    qr: true,
    typing: true,
    numberCheck: true,
    contacts: true,
    interactive: { max: 10 },
    filesPerMessage: 10,
    data: ['location', 'contacts'],
    once: true,
  },
  identityKind: 'phone',
  identityScope: () => '',

  async connect(connection, scope, { fresh }) {
    const state = await stateOf(scope, connection.id);
    if (state.paired && !fresh) {
      await scope.use(connections).setStatus(connection.id, { status: state.cut ? 'TIMEOUT' : 'CONNECTED' });
      return;
    }
    const pairingCode = newPairingCode(connection.id);
    await setState(scope, connection.id, { paired: false, pairingCode });
    await scope.use(connections).setStatus(connection.id, { status: 'qrcode', qrcode: pairingCode });
  },

  async disconnect(connection, scope) {
    await setState(scope, connection.id, { paired: false, pairingCode: '' });
  },

  // The connection and its phones were deleted with it.
  release: async () => undefined,

  send: async (message, connection, scope) => ({ externalId: await reachPhone(connection.id, message, scope) }),

  async react({ externalId: id }, emoji, to, connection, scope) {
    await overConnection(connection, scope);
    await storeReaction(scope, { connectionId: connection.id, number: to.value, id }, { emoji, byPhone: false });
  },

  async edit({ externalId }, body, to, connection, scope) {
    await overConnection(connection, scope);
    const edited = await scope.sql.run(
      sql`update channel_sandbox.received set body = ${body}, edited_at = clock_timestamp()
           where connection_id = ${connection.id} and external_id = ${externalId} and revoked_at is null
             and received_at > now() - make_interval(mins => ${editMinutes})`,
    );
    if (edited === 0) throw channelError('window', 'the time to edit is over');
    publishChange(scope, connection.id, to.value, externalId, { body, isEdited: true });
  },

  async revoke({ externalId }, to, connection, scope) {
    await overConnection(connection, scope);
    await scope.sql.run(
      sql`update channel_sandbox.received set revoked_at = now() where connection_id = ${connection.id} and external_id = ${externalId}`,
    );
    publishChange(scope, connection.id, to.value, externalId, erased);
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

  async *contacts(connection, scope) {
    const people = await scope.sql.rows<{ number: string; name: string }>(
      sql`select number, name from channel_sandbox.phone where connection_id = ${connection.id} and not invalid order by number`,
    );
    for (const { number, name } of people) yield { identity: identityOf(number), name, number };
  },
});
