import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import { connections, type ChannelAdapter, type Connection } from '@balcao/connections/contract';
import { channelId } from '../contract.ts';
import { jidOf, messageIdOf } from './identity.ts';
import { importHistory } from './history/import-history.ts';
import { peopleOf } from './people/address-book.ts';
import { request } from './connection/request-connection.ts';
import { connectionSession } from './connection/connection-session.ts';
import { startSession } from './connection/start-session.ts';
import { ConnectionStore } from './store/connection-store.ts';

const megabyte = 1024 * 1024;

/** Unlinks the device, on whichever node it runs, and deletes its credentials, keys and history. */
const unlinkDevice = async (connection: Connection, scope: Scope): Promise<void> => {
  await scope.sessions.ask(connectionSession, String(connection.id), { do: 'logout' }).catch(() => undefined);
  await scope.sessions.unwant(connectionSession, String(connection.id));
  await (await ConnectionStore.open(scope, connection.id)).wipe();
};

const progressMs = 8_000;

/**
 * Waits until there is a code to scan or a connection, so that the answer contains it. Later changes are published
 * live.
 */
const waitForProgress = async ({ id }: Connection, scope: Scope): Promise<void> => {
  const until = performance.now() + progressMs;
  while (performance.now() < until && !scope.signal.aborted) {
    const now = await scope.use(connections).find(id);
    if (now?.status !== 'OPENING') return;
    await sleep(50);
  }
};

/** The adapter of WhatsApp as a linked device of the company’s own phone. */
export const adapter: ChannelAdapter = {
  id: channelId,
  capabilities: {
    media: {
      image: 16 * megabyte,
      audio: 16 * megabyte,
      video: 64 * megabyte,
      document: 100 * megabyte,
      sticker: megabyte,
    },
    reactions: true,
    edits: true,
    deletes: true,
    groups: true,
    quotes: true,
    qr: true,
    typing: true,
    numberCheck: true,
    contacts: true,
    once: true,
  },
  identityKind: 'phone',
  identityScope: () => '',

  async connect(connection, scope, { fresh }) {
    if (fresh) await unlinkDevice(connection, scope);
    // A connection that waits for its next attempt retries at once; an open one is left as it is.
    await startSession(connection.id, scope);
    await waitForProgress(connection, scope);
  },
  disconnect: unlinkDevice,
  release: unlinkDevice,

  /** The pace of a person who types and reads: numbers that send like a machine are blocked like one. */
  limits: () => ({ pauseMs: { min: 150, max: 600 } }),
  reserveId: ({ id }, connection) => messageIdOf(connection.id, id),
  async send(message, connection, scope) {
    const id = message.reservedId ?? messageIdOf(connection.id, message.id);
    await request(connection, scope, { do: 'send', id, message });
    return { externalId: id };
  },
  async markRead(externalIds, to, connection, scope) {
    await request(connection, scope, { do: 'read', ids: [...externalIds], to: jidOf(to) });
  },
  async presence(state, to, connection, scope) {
    await request(connection, scope, { do: 'presence', state, to: jidOf(to) });
  },
  async react(target, emoji, to, connection, scope) {
    await request(connection, scope, { do: 'react', target, emoji, to: jidOf(to) });
  },
  async edit(target, body, to, connection, scope) {
    await request(connection, scope, { do: 'edit', target, body, to: jidOf(to) });
  },
  async revoke(target, to, connection, scope) {
    await request(connection, scope, { do: 'revoke', target, to: jidOf(to) });
  },
  async checkNumber(number, connection, scope) {
    return (await request(connection, scope, { do: 'check', number })) as { exists: boolean; value: string };
  },
  async *contacts(connection, scope) {
    yield* await peopleOf(await ConnectionStore.open(scope, connection.id));
  },
  importHistory: (_period, connection, scope) => importHistory(connection, scope),
};
